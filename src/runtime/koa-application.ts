import type { EventEmitter } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { KoaContext } from '../authoring/koa-context.js';

/** A Koa application, declared here so that no project needs `@types/koa`. */
export interface KoaApplication extends EventEmitter {
  env: string;
  /** In the order in which it runs. */
  readonly middleware: KoaMiddleware[];
  use(middleware: KoaMiddleware): KoaApplication;
  callback(): RequestListener;
  readonly listen: Server['listen'];
}

/** Middleware of a Koa application, which `@types/koa` may have typed: parameters of methods are compared both ways. */
export type KoaMiddleware = Mounted['handle'];

interface Mounted {
  handle(ctx: KoaContext, next: () => Promise<unknown>): unknown;
}
