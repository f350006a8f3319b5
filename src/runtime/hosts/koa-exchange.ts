import type { OutgoingHttpHeader } from 'node:http';
import type { Layer, RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { KoaContext } from '../../definition/koa-context.js';
import type { Entry, KoaHost } from '../exchange.js';
import { NodeExchange } from './node-exchange.js';

/** Finds a route in the router's form. */
export type FindLayer = (entry: Entry) => Layer | undefined;

/** A request of a Koa application, whose middleware may have rewritten what it is for. */
export class KoaExchange extends NodeExchange {
  override readonly koa: KoaHost;
  readonly ctx: Koa.Context;

  constructor(ctx: Koa.Context, findLayer: FindLayer) {
    super(ctx.req, ctx.res, ctx.originalUrl);
    this.ctx = ctx;
    this.koa = createKoaHost(ctx, findLayer);
  }

  protected override get parsed(): object {
    return this.ctx.request;
  }
}

function createKoaHost(ctx: Koa.Context, findLayer: FindLayer): KoaHost {
  const bodyBefore: unknown = ctx.body;
  const hasOwnBody = () => !ctx.headerSent && ctx.body != null && ctx.body !== bodyBefore;
  return {
    context: ctx as KoaContext,
    takeHeaders: (headers) => takeHeaders(ctx, headers),
    showMatch: (entry, captures) => showMatch(ctx, findLayer(entry), captures),
    readHeaders: () => ctx.response.headers,
    isAnswered: (hasOutput) => ctx.respond === false || (!hasOutput && hasOwnBody()),
    readAnswer() {
      const body: unknown = ctx.body ?? null;
      const isText = ctx.respond !== false && (body === null || typeof body === 'string');
      return isText ? { status: ctx.status, body: body as string | null } : undefined;
    },
  };
}

/** Tells Koa's context what @koa/router tells it of a request that matched: for handlers, and middleware that counts. */
function showMatch(ctx: Koa.Context, layer: Layer | undefined, captures: readonly string[]): void {
  if (!layer) return;
  const shown = ctx as unknown as RouterContext & { request: { params?: object } };
  shown.captures = [...captures];
  shown.params = layer.params(ctx.request.path, shown.captures, shown.params);
  shown.request.params = shown.params;
  shown.matched = [layer];
  shown.routeMatched = true;
  shown.routerPath = layer.path as string;
  shown._matchedRoute = layer.path;
  if (layer.name === undefined) return;
  shown.routerName = layer.name;
  shown._matchedRouteName = layer.name;
}

function takeHeaders({ response, res }: Koa.Context, headers: readonly OutgoingHttpHeader[]): void {
  // The application may have answered already; Koa's own `set` does nothing then.
  if (res.headersSent) return;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [String(headers[index]), headers[index + 1] as string | string[]];
    // What the answer depends on for middleware outside it goes on depending on; cookies of that middleware are sent, too.
    if (name === 'Vary') response.vary(value);
    else if (name.toLowerCase() === 'set-cookie') res.appendHeader(name, value);
    // Not Koa's `set`, which for each of them asks again whether the headers are on their way.
    else res.setHeader(name, value);
  }
}
