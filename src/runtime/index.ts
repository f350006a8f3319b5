/** The entry point `procgen/runtime`: what `generated/routes.ts` and an application with a server of its own import. */

export type { Keyring } from '../keys/keyring.js';
export type { App, KoaApplication, KoaMiddleware, Running, ServedRoute, ServiceRouter } from './app.js';
export { createApp } from './create-app.js';
export { createRouter } from './create-router.js';
export type { CountingPolicy, RateLimiter, RateLimitState } from './limits/rate-limiter.js';
export { createLog, type LogOptions } from './log.js';
export type { Route, RouteTable } from './route-table.js';
export { defineRoutes } from './route-table.js';
export type { Mode, RuntimeOptions } from './runtime-options.js';
export type { HttpServer, ServerOptions } from './serve/create-server.js';
export { createServer } from './serve/create-server.js';
