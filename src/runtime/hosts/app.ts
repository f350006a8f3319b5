import type { EventEmitter } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { KoaContext } from '../../definition/koa-context.js';
import type { Running } from '../running.js';
import type { Hosting } from './hosting.js';

/** What `createApp` makes, for those who only want it to answer. */
export interface Listener extends Running {
  /** What answers the requests of Node's server. */
  callback(): RequestListener;
  /** What `createServer` asks. */
  readonly hosting: Hosting;
}

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

/** What `createApp` makes: a Koa application. */
export interface App extends KoaApplication, Listener {
  callback(): RequestListener;
}

/** What `createRouter` makes: a router of `@koa/router` that serves the generated routes and no others. */
export interface ServiceRouter extends Running {
  /** What `app.use` of a Koa application takes. */
  routes(): KoaMiddleware;
  /** The same as `routes`. */
  middleware(): KoaMiddleware;
  allowedMethods(): KoaMiddleware;
  /** The path of the procedure of that name, such as `items.list`. */
  url(name: string, ...params: unknown[]): string | Error;
  /** The routes that are served now. */
  readonly stack: readonly ServedRoute[];
  readonly opts: { readonly prefix?: string };
}

/** One of the routes as `@koa/router` shows it, for tools that list them. */
export interface ServedRoute {
  readonly name?: string | undefined;
  readonly methods: readonly string[];
  /** With the prefix `/api`. */
  readonly path: string | RegExp;
}
