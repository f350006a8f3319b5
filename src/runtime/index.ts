/** The door `procgen/runtime`: what `generated/routes.ts` and an application with a server of its own import. */

export type { Route, RouteTable } from './route-table.js';
export { defineRoutes } from './route-table.js';
