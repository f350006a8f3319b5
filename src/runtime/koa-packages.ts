import type KoaRouter from '@koa/router';
import type KoaApplication from 'koa';

/**
 * Koa and its router, for whoever asks for them. No call of the API does, unless its handler wants Koa's context, so that
 * a server may load each when it is first read: in the middle of a turn, and therefore at once.
 */
export interface KoaPackages {
  readonly Koa: typeof KoaApplication;
  readonly Router: typeof KoaRouter;
}
