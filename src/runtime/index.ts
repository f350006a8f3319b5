/** The entry point `procgen/runtime`, for `generated/routes.ts` and applications with their own server. */

export type { Keyring } from '../keys/keyring.js';
export type { App, KoaApplication, KoaMiddleware, ServedRoute, ServiceRouter } from './hosts/app.js';
export { createFetchHandler, type FetchHandler, type RequestInfo } from './hosts/fetch.js';
export { createApp, createRouter } from './hosts/koa.js';
export { type NodeListener, toNodeListener } from './hosts/node.js';
export type { CountingPolicy, RateLimiter, RateLimitState } from './limits/rate-limiter.js';
export { createLog, type LogOptions } from './log.js';
export type { Route, RouteTable } from './route-table.js';
export { defineRoutes } from './route-table.js';
export type { Running } from './running.js';
export type { Mode, RuntimeOptions } from './runtime-options.js';
export type { HttpServer, ServerOptions } from './serve/create-server.js';
export { createServer } from './serve/create-server.js';
