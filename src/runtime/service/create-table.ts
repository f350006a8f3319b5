import type { Config } from '../../definition/config.js';
import { outputKindOf } from '../../definition/output-kind.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import type { Call } from '../call/call.js';
import { DEFAULT_TIMEOUT_MS } from '../call/wait-within.js';
import type { Endpoint } from '../endpoints/description.js';
import { challengeThrown, prepareAuthentication, prepareAuthorization } from '../guards/authenticate.js';
import type { Guard } from '../guards/guard.js';
import { prepareIdentifier } from '../guards/identify.js';
import { prepareLimit } from '../guards/limit.js';
import { prepareAttemptLimit, prepareRefusalLimit } from '../guards/limit-refusals.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../guards/read-body.js';
import { readUploadLimits } from '../guards/read-form.js';
import { listPlans, prepareInput } from '../guards/read-input.js';
import { prepareTenantReader } from '../guards/read-tenant.js';
import { prepareReplay } from '../guards/replay.js';
import { prepareAddressWarning } from '../guards/warn-private-address.js';
import type { IdempotencyClaims } from '../idempotency/idempotency-claims.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import type { AwaitedBodies } from '../overload/awaited-bodies.js';
import { requirePlans } from '../request/decode/prepare-decoder.js';
import { prepareDeprecation } from '../respond/announce-deprecation.js';
import { describeRefusal, Refused } from '../respond/fail.js';
import type { Route, RouteTable } from '../route-table.js';
import type { Uploads } from '../uploads/uploads.js';
import { createRouteIndex, type RouteIndex } from './route-index.js';
import type { Chain } from './run-chain.js';
import { prepareRun, type RunParts } from './run-procedure.js';

export interface TableParts extends RunParts {
  readonly claims: IdempotencyClaims;
  /** The open rate limiter, which exists once the service is ready. */
  readonly limiter: () => RateLimiter;
  readonly now: () => number;
  readonly bodies: AwaitedBodies;
  readonly uploads: Uploads;
  /** The prefix of every path. */
  readonly prefix: string;
}

export interface Table {
  readonly chains: readonly Chain[];
  readonly index: RouteIndex<Chain>;
}

/**
 * Creates the table of one version: the package's endpoints, then a chain for every route. Guards are part of the
 * route's own chain, so that no spelling of a path reaches a handler without them.
 */
export function createTable(
  { routes, credentials, plans = {} }: RouteTable,
  config: Config,
  endpoints: readonly Endpoint[],
  parts: TableParts,
): Table {
  const { log, limiter, now, bodies, uploads, claims, keyring, prefix } = parts;
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const bodyLimitBytes = config.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES;
  const uploadLimits = readUploadLimits(config.uploads, bodyLimitBytes);
  const storesAnonymous = config.idempotency?.anonymous === true;
  const warnOfAddress = prepareAddressWarning(config.trustProxy, log);
  const limitAttempts = prepareAttemptLimit({ limiter, warnOfAddress }, timeoutMs);
  const identifierParts = { log, keyring, limitAttempts, timeoutMs };
  const identifier = prepareIdentifier(config.authenticate, credentials, identifierParts);
  const limitRefusals = config.authenticate ? undefined : prepareRefusalLimit({ limiter, warnOfAddress });
  const readTenant = prepareTenantReader(config.idempotency, timeoutMs, log);

  function createChain(route: Route): Chain {
    // A table that was not built reports its errors at the start, although its plans are prepared later.
    for (const plan of listPlans(route)) requirePlans(plan, plans);
    let guards: readonly Guard[] | undefined;
    return {
      name: route.name,
      path: route.path,
      methods: [route.method],
      // Created by the first call, because creating a thousand chains would noticeably delay the start.
      listGuards() {
        guards ??= prepareGuards(route);
        return guards;
      },
      describe: (thrown) =>
        describeRefusal(thrown).status === 401 ? new Refused(challengeThrown(identifier, thrown)) : thrown,
    };
  }

  function prepareGuards(route: Route): readonly Guard[] {
    const { name: procedure, protect, rateLimit: name } = route;
    const policy = name === false ? undefined : (config.rateLimits?.[name] ?? DEFAULT_RATE_LIMITS[name]);
    const run = prepareRun(route, config, parts);
    return [
      prepareEntry(route),
      prepareAuthentication(identifier, protect, limitRefusals),
      ...(protect ? [prepareAuthorization(route, identifier.scheme)] : []),
      ...(name && policy ? [prepareLimit({ procedure, name, policy, limiter, now, warnOfAddress })] : []),
      ...(config.authenticate ? [] : [noteUse]),
      prepareInput(route, { plans, bodyLimitBytes, bodies, uploads, uploadLimits }),
      isReplayed(route)
        ? prepareReplay({ procedure, claims, timeoutMs, readTenant, storesAnonymous }, run)
        : run,
    ];
  }

  /** Notes the use of a key, after the guards that check the caller, so that a refused call does not count. */
  function noteUse(call: Call): undefined {
    if (call.apiKey === null) return;
    call.isAuthorized = true;
    keyring().noteUse(call.apiKey.id);
  }

  const claimed = new Set(routes.map((route) => route.path));
  const chains = [
    ...endpoints.filter(({ path }) => !claimed.has(path)).map(createEndpointChain),
    ...routes.map(createChain),
  ];
  return {
    chains,
    index: createRouteIndex(prefix, chains),
  };
}

/** Whether responses are stored for replay: no bytes, no streams and no responses to uploads are. */
function isReplayed({ procedure: { definition }, plan }: Route): boolean {
  const { kind, output } = definition;
  const isJson = ['plain', 'envelope'].includes(outputKindOf(output).kind);
  return kind === 'mutation' && isJson && !plan?.form;
}

function createEndpointChain({ path, methods, answer }: Endpoint): Chain {
  const guards = [answer];
  return { path, methods, listGuards: () => guards, describe: (thrown) => thrown };
}

/** Sets the call's route, and announces its deprecation on every response. */
function prepareEntry(route: Route): Guard {
  const setDeprecationHeaders = prepareDeprecation(route);
  return (call) => {
    call.route = route;
    setDeprecationHeaders(call.answer, call.captures, call.exchange);
    return undefined;
  };
}
