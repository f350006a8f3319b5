import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Layered } from './call.js';
import type { Match } from './route-index.js';

/** Tells Koa's context what @koa/router tells it of a request that matched: for handlers, and middleware that counts. */
export function showMatch(
  ctx: Koa.Context,
  path: string,
  { entry: { layer }, captures }: Match<Layered>,
): void {
  const shown = ctx as unknown as RouterContext & { request: { params?: object } };
  shown.captures = [...captures];
  shown.params = layer.params(path, shown.captures, shown.params);
  shown.request.params = shown.params;
  shown.matched = [layer];
  shown.routeMatched = true;
  shown.routerPath = layer.path as string;
  shown._matchedRoute = layer.path;
  if (layer.name === undefined) return;
  shown.routerName = layer.name;
  shown._matchedRouteName = layer.name;
}
