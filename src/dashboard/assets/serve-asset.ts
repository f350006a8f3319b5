import { createHash } from 'node:crypto';
import type Koa from 'koa';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

interface Asset {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['/dashboard/assets/dashboard.css', assetOf('text/css; charset=utf-8', STYLE)],
  ['/dashboard/assets/dashboard.js', assetOf('text/javascript; charset=utf-8', SCRIPT)],
]);

export function isAsset(path: string): boolean {
  return ASSETS.has(path);
}

/** The page's own two files: kept by the browser, asked for again each time. Nothing in them is secret. */
export function serveAsset(ctx: Koa.Context): void {
  const asset = ASSETS.get(ctx.path);
  if (!asset) return;
  ctx.status = 200;
  ctx.set({ 'Cache-Control': 'no-cache', ETag: asset.etag });
  if (hasTag(ctx.get('If-None-Match'), asset.etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = asset.type;
  ctx.body = asset.text;
}

/** Koa's `fresh` would also obey `Cache-Control: no-cache`, which is addressed to caches. */
function hasTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function assetOf(type: string, text: string): Asset {
  return { type, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}
