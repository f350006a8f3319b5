import Router, { type Layer, type RouterMiddleware } from '@koa/router';
import type { Config } from '../../authoring/config.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import type { ContextParts } from '../context/create-context.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { challengeThrown, prepareAuthentication } from '../guards/authenticate.js';
import { prepareAuthorization } from '../guards/authorize.js';
import type { Guard } from '../guards/guard.js';
import { type Identifier, prepareIdentifier } from '../guards/identify.js';
import { prepareLimit } from '../guards/limit.js';
import { prepareRefusalLimit } from '../guards/limit-refusals.js';
import { prepareInput } from '../guards/read-input.js';
import { prepareReplay } from '../guards/replay.js';
import type { KeptAnswers } from '../idempotency/kept-answers.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../request/read-body.js';
import { prepareDeprecation } from '../respond/announce-deprecation.js';
import { describeRefusal, Refused } from '../respond/fail.js';
import type { Route, RouteTable } from '../route-table.js';
import { callOf } from './call.js';
import { createRouteIndex, type RouteIndex } from './route-index.js';
import { type Chain, runChain } from './run-chain.js';
import { prepareRun } from './run-procedure.js';
import { DEFAULT_TIMEOUT_MS } from './run-within.js';

export interface TableParts extends ContextParts {
  readonly answers: KeptAnswers;
  /** The open counters; there are none before the service is ready. */
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
}

export interface Table {
  /** The chains in the router's form: for those who look at it, or ask it for a path. */
  readonly router: Router;
  /** The chains as they are found. */
  readonly index: RouteIndex<Chain>;
}

const DONE = Promise.resolve();
const PREFIX = '/api';
export const ROUTER_OPTIONS = { prefix: PREFIX, sensitive: true, strict: true } as const;

/**
 * The table of one edition: the package's endpoints, then a chain for every route. Each route's guards stand in its own
 * chain, so that no spelling of a path reaches a handler around them.
 */
export function createTable(
  table: RouteTable,
  config: Config,
  endpoints: readonly Endpoint[],
  parts: TableParts,
): Table {
  const router = new Router(ROUTER_OPTIONS);
  const claimed = new Set(table.routes.map((route) => route.path));
  const identifier = prepareIdentifier(config.authenticate, table.credentials, parts);
  const chains = [
    ...endpoints.filter(({ path }) => !claimed.has(path)).map(createEndpointChain),
    ...table.routes.map((route) => createChain(route, table, config, identifier, parts)),
  ].map((chain) => addLayer(router, chain));
  return { router, index: createRouteIndex(PREFIX, chains) };
}

type BareChain = Omit<Chain, 'layer'> & { readonly name?: string };

function addLayer(router: Router, { name, ...bare }: BareChain): Chain {
  const { path, methods } = bare;
  const run: RouterMiddleware = (ctx) => {
    const call = callOf(ctx as never);
    call.match = { entry: chain, captures: ctx.captures ?? [] };
    return runChain(call, chain) ?? DONE;
  };
  const layer = router.register(path, [...methods], run, name === undefined ? {} : { name }) as Layer;
  const chain: Chain = { ...bare, layer };
  return chain;
}

function createEndpointChain({ path, methods, answer }: Endpoint): BareChain {
  const guard: Guard = async ({ koa }) => {
    await answer(koa, async () => {});
    return undefined;
  };
  return { path, methods, guards: [guard], describe: (thrown) => thrown };
}

function createChain(
  route: Route,
  table: RouteTable,
  config: Config,
  identifier: Identifier,
  parts: TableParts,
): BareChain {
  const { limiter, now } = parts;
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limit = route.rateLimit;
  const policy = limit === false ? undefined : (config.rateLimits?.[limit] ?? DEFAULT_RATE_LIMITS[limit]);
  const run = prepareRun(route, config, parts);
  const guards = [
    prepareEntry(route),
    prepareAuthentication(identifier, route.protect, prepareRefusalLimit(limiter)),
    ...(route.protect ? [prepareAuthorization(route, identifier.scheme)] : []),
    ...(limit && policy ? [prepareLimit({ procedure: route.name, name: limit, policy, limiter, now })] : []),
    prepareInput(route, {
      plans: table.plans ?? {},
      bodyLimitBytes: config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    }),
    route.procedure.definition.kind === 'mutation'
      ? prepareReplay({ procedure: route.name, answers: parts.answers, timeoutMs }, run)
      : run,
  ];
  return {
    name: route.name,
    path: route.path,
    methods: [route.method],
    guards,
    describe: (thrown) =>
      describeRefusal(thrown).status === 401 ? new Refused(challengeThrown(identifier, thrown)) : thrown,
  };
}

/** Names the route to all that follows, and announces its deprecation on whatever the answer will be. */
function prepareEntry(route: Route): Guard {
  const listHeaders = prepareDeprecation(route);
  return (call) => {
    call.route = route;
    call.answer.add(listHeaders(call));
    return undefined;
  };
}
