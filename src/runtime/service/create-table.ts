import type { Layer } from '@koa/router';
import type { Config } from '../../authoring/config.js';
import type { NamedPlans } from '../../protocol/decoding-plan.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { challengeThrown, prepareAuthentication } from '../guards/authenticate.js';
import { prepareAuthorization } from '../guards/authorize.js';
import type { Guard } from '../guards/guard.js';
import { type Identifier, prepareIdentifier } from '../guards/identify.js';
import { prepareLimit } from '../guards/limit.js';
import { prepareAttemptLimit, prepareRefusalLimit, type RefusalLimit } from '../guards/limit-refusals.js';
import { type AddressNotice, prepareAddressNotice } from '../guards/notice-private-address.js';
import { listPlans, prepareInput } from '../guards/read-input.js';
import { prepareTenantReader, type TenantReader } from '../guards/read-tenant.js';
import { prepareReplay } from '../guards/replay.js';
import type { KeptAnswers } from '../idempotency/kept-answers.js';
import type { KoaPackages } from '../koa-packages.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import type { AwaitedBodies } from '../overload/awaited-bodies.js';
import { requirePlans } from '../request/decode/require-plans.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../request/read-body.js';
import { prepareDeprecation } from '../respond/announce-deprecation.js';
import { describeRefusal, Refused } from '../respond/fail.js';
import type { Route, RouteTable } from '../route-table.js';
import { LazyChain, PREFIX } from './lazy-chain.js';
import { createRouteIndex, type RouteIndex } from './route-index.js';
import type { Chain } from './run-chain.js';
import { prepareRun, type RunParts } from './run-procedure.js';
import { DEFAULT_TIMEOUT_MS } from './run-within.js';

export interface TableParts extends RunParts {
  readonly answers: KeptAnswers;
  /** The open counters; there are none before the service is ready. */
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
  readonly bodies: AwaitedBodies;
  /** For whoever looks at the chains in the router's form. */
  readonly packages: Pick<KoaPackages, 'Router'>;
}

export interface Table {
  /** The chains in the router's form: for those who look at it, or ask it for a path. */
  listLayers(): Layer[];
  /** The chains as they are found. */
  readonly index: RouteIndex<Chain>;
}

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
  const claimed = new Set(table.routes.map((route) => route.path));
  const { log, limiter, keyring } = parts;
  const notice = prepareAddressNotice(config.trustProxy, log);
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limitAttempts = prepareAttemptLimit({ limiter, notice }, timeoutMs);
  const identifier = prepareIdentifier(config.authenticate, table.credentials, {
    log,
    keyring,
    limitAttempts,
    timeoutMs,
  });
  const limitRefusals = config.authenticate ? undefined : prepareRefusalLimit({ limiter, notice });
  const options = {
    plans: table.plans ?? {},
    config,
    identifier,
    limitRefusals,
    notice,
    readTenant: prepareTenantReader(config.idempotency, timeoutMs, log),
    timeoutMs,
    parts,
  };
  const chains = [
    ...endpoints
      .filter(({ path }) => !claimed.has(path))
      .map((endpoint) => createEndpointChain(endpoint, parts)),
    ...table.routes.map((route) => createChain(route, options)),
  ];
  return {
    index: createRouteIndex(PREFIX, chains),
    listLayers: () => chains.map(({ layer }) => layer),
  };
}

function createEndpointChain({ path, methods, answer }: Endpoint, { packages }: TableParts): Chain {
  const guard: Guard = async ({ koa }) => {
    await answer(koa, async () => {});
    return undefined;
  };
  return new LazyChain({ path, methods, packages, prepare: () => [guard], describe: (thrown) => thrown });
}

/** What the chains of one table have in common. */
interface ChainOptions {
  readonly plans: NamedPlans;
  readonly config: Config;
  readonly identifier: Identifier;
  readonly limitRefusals: RefusalLimit | undefined;
  readonly notice: AddressNotice;
  readonly readTenant: TenantReader;
  /** How long a handler may take. */
  readonly timeoutMs: number;
  readonly parts: TableParts;
}

function createChain(route: Route, options: ChainOptions): Chain {
  const { plans, identifier, parts } = options;
  // A table that nobody built shows its faults at the start, although its plans are made ready later.
  for (const plan of listPlans(route)) requirePlans(plan, plans);
  return new LazyChain({
    name: route.name,
    path: route.path,
    methods: [route.method],
    packages: parts.packages,
    prepare: () => prepareGuards(route, options),
    describe: (thrown) =>
      describeRefusal(thrown).status === 401 ? new Refused(challengeThrown(identifier, thrown)) : thrown,
  });
}

function prepareGuards(route: Route, options: ChainOptions): readonly Guard[] {
  const { plans, config, identifier, limitRefusals, notice, readTenant, timeoutMs, parts } = options;
  const { limiter, now, bodies, answers, keyring } = parts;
  /** Behind the guards that ask who calls, so that a call that one of them refuses is no use of its key. */
  const noteUse: Guard = ({ apiKey }) => {
    if (apiKey !== null) keyring().noteUse(apiKey.id);
    return undefined;
  };
  const limit = route.rateLimit;
  const policy = limit === false ? undefined : (config.rateLimits?.[limit] ?? DEFAULT_RATE_LIMITS[limit]);
  const keepsAnonymous = config.idempotency?.anonymous === true;
  const run = prepareRun(route, config, parts);
  return [
    prepareEntry(route),
    prepareAuthentication(identifier, route.protect, limitRefusals),
    ...(route.protect ? [prepareAuthorization(route, identifier.scheme)] : []),
    ...(limit && policy
      ? [prepareLimit({ procedure: route.name, name: limit, policy, limiter, now, notice })]
      : []),
    ...(config.authenticate === undefined ? [noteUse] : []),
    prepareInput(route, { plans, bodyLimitBytes: config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES, bodies }),
    route.procedure.definition.kind === 'mutation'
      ? prepareReplay({ procedure: route.name, answers, timeoutMs, readTenant, keepsAnonymous }, run)
      : run,
  ];
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
