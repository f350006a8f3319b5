import type { PageResponse } from '../page-response.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/** The style sheet or the script; neither contains a secret. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['/dashboard/assets/dashboard.css', { type: 'text/css; charset=utf-8', text: STYLE }],
  ['/dashboard/assets/dashboard.js', { type: 'text/javascript; charset=utf-8', text: SCRIPT }],
]);

export function findAsset(path: string): Asset | undefined {
  return ASSETS.get(path);
}

export function renderAsset({ type, text }: Asset): PageResponse {
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-cache', 'Content-Type': type },
    body: text,
    isStatic: true,
  };
}
