import type KoaRouter from '@koa/router';
import type KoaApplication from 'koa';

/**
 * Koa and its router, for whoever asks for them. Most requests of a server never do, so that a server may load each when
 * it is first read: in the middle of a handler's turn, and therefore at once.
 */
export interface KoaPackages {
  readonly Koa: typeof KoaApplication;
  readonly Router: typeof KoaRouter;
}
