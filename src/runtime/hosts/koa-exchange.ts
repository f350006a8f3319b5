import type { OutgoingHttpHeader } from 'node:http';
import type { Layer, RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { KoaContext } from '../../definition/koa-context.js';
import type { Entry, KoaHost } from '../exchange.js';
import { isClosed } from './close-with-connection.js';
import { NodeExchange } from './node-exchange.js';

/** Returns a route in the router's form. */
export type FindLayer = (entry: Entry) => Layer | undefined;

/** A request of a Koa application, whose middleware may have rewritten its target. */
export class KoaExchange extends NodeExchange {
  override readonly koa: KoaHost;
  readonly ctx: Koa.Context;

  constructor(ctx: Koa.Context, findLayer: FindLayer) {
    super(ctx.req, ctx.res, ctx.originalUrl);
    this.ctx = ctx;
    this.koa = new KoaContextHost(ctx, findLayer);
  }

  protected override get parsed(): object {
    return this.ctx.request;
  }
}

class KoaContextHost implements KoaHost {
  readonly #ctx: Koa.Context;
  readonly #findLayer: FindLayer;
  /** The body that middleware set before the call. */
  readonly #bodyBefore: unknown;

  constructor(ctx: Koa.Context, findLayer: FindLayer) {
    this.#ctx = ctx;
    this.#findLayer = findLayer;
    this.#bodyBefore = ctx.body;
  }

  get context(): KoaContext {
    return this.#ctx as KoaContext;
  }

  setHeaders(headers: readonly OutgoingHttpHeader[]): void {
    const { response, res } = this.#ctx;
    // The application may have responded already; Koa's own `set` does nothing then.
    if (res.headersSent) return;
    for (let index = 0; index < headers.length; index += 2) {
      const [name, value] = [String(headers[index]), headers[index + 1] as string | string[]];
      // Keeps `Vary` and cookies set by middleware around the router.
      if (name === 'Vary') response.vary(value);
      else if (name.toLowerCase() === 'set-cookie') res.appendHeader(name, value);
      // Koa's `set` checks for each header whether the headers are sent.
      else res.setHeader(name, value);
    }
  }

  setMatchedRoute(entry: Entry, captures: readonly string[]): void {
    const layer = this.#findLayer(entry);
    if (!layer) return;
    const routerContext = this.#ctx as unknown as RouterContext & { request: { params?: object } };
    routerContext.captures = [...captures];
    routerContext.params = layer.params(this.#ctx.request.path, routerContext.captures, routerContext.params);
    routerContext.request.params = routerContext.params;
    routerContext.matched = [layer];
    routerContext.routeMatched = true;
    routerContext.routerPath = layer.path as string;
    routerContext._matchedRoute = layer.path;
    if (layer.name === undefined) return;
    routerContext.routerName = layer.name;
    routerContext._matchedRouteName = layer.name;
  }

  readHeaders(): Koa.Response['headers'] {
    return this.#ctx.response.headers;
  }

  isAnswered(hasOutput: boolean): boolean {
    const { respond, headerSent, body } = this.#ctx;
    if (respond === false) return true;
    return !hasOutput && !headerSent && body != null && body !== this.#bodyBefore;
  }

  onFinish(listener: () => void): void {
    const { res } = this.#ctx;
    if (isClosed(res)) listener();
    // If Koa writes a stream, Node's listeners and this one exceed Node's limit for leak warnings by one.
    else res.setMaxListeners((res.getMaxListeners() || Number.POSITIVE_INFINITY) + 1).once('close', listener);
  }

  readStatus(): number {
    return this.#ctx.status;
  }

  readAnswer(): { readonly status: number; readonly body: string | null } | undefined {
    const { respond, status } = this.#ctx;
    const body: unknown = this.#ctx.body ?? null;
    const isText = respond !== false && (body === null || typeof body === 'string');
    return isText ? { status, body } : undefined;
  }
}
