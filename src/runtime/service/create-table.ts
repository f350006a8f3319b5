import Router, { type RouterContext, type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Config } from '../../authoring/config.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import type { ContextParts } from '../context/create-context.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { prepareAuthentication } from '../guards/authenticate.js';
import { prepareAuthorization } from '../guards/authorize.js';
import { type Identifier, prepareIdentifier } from '../guards/identify.js';
import { prepareLimit } from '../guards/limit.js';
import { prepareRefusalLimit } from '../guards/limit-refusals.js';
import { prepareInput } from '../guards/read-input.js';
import { prepareReplay } from '../guards/replay.js';
import type { KeptAnswers } from '../idempotency/kept-answers.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../request/read-body.js';
import { prepareDeprecation } from '../respond/announce-deprecation.js';
import type { Route, RouteTable } from '../route-table.js';
import { callOf } from './call.js';
import { prepareRun } from './run-procedure.js';
import { DEFAULT_TIMEOUT_MS } from './run-within.js';

export interface TableParts extends ContextParts {
  readonly answers: KeptAnswers;
  /** The open counters; there are none before the service is ready. */
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
}

export const ROUTER_OPTIONS = { prefix: '/api', sensitive: true, strict: true } as const;

/**
 * The router of one edition: the package's endpoints, then a layer for every route. Each route's guards stand in
 * its own chain, so that no spelling of a path reaches a handler around them.
 */
export function createTable(
  table: RouteTable,
  config: Config,
  endpoints: readonly Endpoint[],
  parts: TableParts,
): Router {
  const router = new Router(ROUTER_OPTIONS);
  const claimed = new Set(table.routes.map((route) => route.path));
  for (const { path, methods, answer } of endpoints) {
    if (!claimed.has(path)) router.register(path, [...methods], answer as RouterMiddleware);
  }
  const identifier = prepareIdentifier(config.authenticate, table.credentials, parts);
  for (const route of table.routes) {
    const chain = createChain(route, table, config, identifier, parts);
    router.register(route.path, [route.method], [...chain] as unknown as RouterMiddleware[], {
      name: route.name,
    });
  }
  return router;
}

function createChain(
  route: Route,
  table: RouteTable,
  config: Config,
  identifier: Identifier,
  parts: TableParts,
): readonly Koa.Middleware[] {
  const { limiter, now } = parts;
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const name = route.rateLimit;
  const policy = name === false ? undefined : (config.rateLimits?.[name] ?? DEFAULT_RATE_LIMITS[name]);
  return [
    prepareEntry(route),
    prepareAuthentication(identifier, route.protect, prepareRefusalLimit(limiter)),
    ...(route.protect ? [prepareAuthorization(route, identifier.scheme)] : []),
    ...(name && policy ? [prepareLimit({ procedure: route.name, name, policy, limiter, now })] : []),
    prepareInput(route, {
      plans: table.plans ?? {},
      bodyLimitBytes: config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    }),
    ...(route.procedure.definition.kind === 'mutation'
      ? [prepareReplay({ procedure: route.name, answers: parts.answers, timeoutMs })]
      : []),
    prepareRun(route, config, parts),
  ];
}

/** Names the route to all that follows, and announces its deprecation on whatever the answer will be. */
function prepareEntry(route: Route): Koa.Middleware {
  const listHeaders = prepareDeprecation(route);
  return (ctx, next) => {
    callOf(ctx).route = route;
    ctx.set({ ...listHeaders((ctx as unknown as RouterContext).captures ?? []) });
    return next();
  };
}
