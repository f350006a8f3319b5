import type { EventEmitter } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { KoaContext } from '../../definition/koa-context.js';
import type { Running } from '../running.js';
import type { Hosting } from './hosting.js';

/** The part of `createApp`'s result that a server needs. */
export interface Listener extends Running {
  /** Returns the request listener for Node's server. */
  callback(): RequestListener;
  /** For `createServer`. */
  readonly hosting: Hosting;
}

/** A Koa application, declared here so that no project needs `@types/koa`. */
export interface KoaApplication extends EventEmitter {
  env: string;
  /** In the order of execution. */
  readonly middleware: KoaMiddleware[];
  use(middleware: KoaMiddleware): KoaApplication;
  callback(): RequestListener;
  readonly listen: Server['listen'];
}

/** Middleware of a Koa application, possibly typed by `@types/koa`: method parameters are compared bivariantly. */
export type KoaMiddleware = Mounted['handle'];

interface Mounted {
  handle(ctx: KoaContext, next: () => Promise<unknown>): unknown;
}

/** A Koa application, created by `createApp`. */
export interface App extends KoaApplication, Listener {
  callback(): RequestListener;
}

/** A router of `@koa/router` that serves exactly the generated routes, created by `createRouter`. */
export interface ServiceRouter extends Running {
  /** Returns the middleware for `app.use` of a Koa application. */
  routes(): KoaMiddleware;
  /** Same as `routes`. */
  middleware(): KoaMiddleware;
  allowedMethods(): KoaMiddleware;
  /** Returns the path of a procedure, named such as `items.list`. */
  url(name: string, ...params: unknown[]): string | Error;
  /** The routes that are currently served. */
  readonly stack: readonly ServedRoute[];
  readonly opts: { readonly prefix?: string };
}

/** A route as `@koa/router` represents it, for tools that list routes. */
export interface ServedRoute {
  readonly name?: string | undefined;
  readonly methods: readonly string[];
  /** Includes the prefix `/api`. */
  readonly path: string | RegExp;
}
