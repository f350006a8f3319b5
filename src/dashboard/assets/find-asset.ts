import { createHash } from 'node:crypto';
import type { PageResponse } from '../page-response.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/** The style sheet or the script; neither contains a secret. */
export interface Asset {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['/dashboard/assets/dashboard.css', assetOf('text/css; charset=utf-8', STYLE)],
  ['/dashboard/assets/dashboard.js', assetOf('text/javascript; charset=utf-8', SCRIPT)],
]);

export function findAsset(path: string): Asset | undefined {
  return ASSETS.get(path);
}

/** Browsers may cache the file and revalidate it on each use. */
export function renderAsset({ type, text, etag }: Asset, ifNoneMatch: string): PageResponse {
  const headers = { 'Cache-Control': 'no-cache', ETag: etag };
  if (hasTag(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': type }, body: text };
}

function hasTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function assetOf(type: string, text: string): Asset {
  return { type, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}
