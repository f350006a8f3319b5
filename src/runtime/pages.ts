import { createDashboard, isDashboardPath } from '../dashboard/create-dashboard.js';
import type { DashboardOptions } from '../dashboard/dashboard-options.js';
import { type Config, DEFAULT_STORE } from '../definition/config.js';
import { readCounterAddress } from '../keys/counter-address.js';
import type { Call } from './call/call.js';
import { createPageRequest } from './context/create-page-request.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import { prepareStaticBody, type SendStaticBody } from './respond/static-body.js';
import type { Service } from './service/create-service.js';
import type { PreparedSignIn } from './sign-in/prepare-sign-in.js';

export const isPage = isDashboardPath;

/** Prepares the function that answers the calls of the dashboard. */
export function preparePages(
  service: Service,
  signIn: PreparedSignIn,
  config: Config,
): (call: Call) => Promise<void> {
  const { keyring, mode, log } = service;
  const dashboard = createDashboard({
    keyring,
    api: () => service.version().keyUse(),
    mode,
    log,
    signIn: signIn.methods,
    countSignIn: prepareSignInCount(service.rateLimiter),
    ...describeStore(config.store),
    ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
    ...(config.info?.title === undefined ? {} : { site: config.info.title }),
  });

  const contents = new Map<string, SendStaticBody>();

  return async (call) => {
    const { answer, exchange } = call;
    const request = createPageRequest(call, service.version().proxies, signIn.readProxyUser);
    const { status, headers, body, isStatic } = await dashboard(request);
    let type = '';
    for (const [name, value] of Object.entries(headers)) {
      if (name === 'Content-Type') type = String(value);
      else answer.set(name, typeof value === 'string' ? value : [...value]);
    }
    if (body !== null && isStatic) {
      const read = async () => Buffer.from(body);
      const send = contents.get(exchange.path) ?? prepareStaticBody({ type, read });
      contents.set(exchange.path, send);
      await send(answer, exchange.headers);
    } else if (body === null) answer.sendNothing(status);
    else answer.send(status, type, body);
  };
}

/** The store as a command must name it; for a database server only its kind, since the URL may contain a password. */
function describeStore(store = DEFAULT_STORE): { readonly store?: string } {
  if (store === DEFAULT_STORE) return {};
  return { store: store.startsWith('file:') ? store : 'postgres://…' };
}

/** Sign-in attempts of one address. A team behind one address stays below the limit, a search for tokens does not. */
const POLICY = { limit: 20, windowMs: 60_000 };

/** Prepares the count of sign-in attempts, by step and known address, with the service's own counters. */
function prepareSignInCount(
  limiter: () => Promise<RateLimiter>,
): NonNullable<DashboardOptions['countSignIn']> {
  return async (step, address) => {
    // Callers without an address cannot be told apart, so none may use up the attempts of another.
    if (address === '') return null;
    const counter = `SIGN-IN:${step}:address:${readCounterAddress(address)}`;
    const { isLimited, resetMs } = await (await limiter()).consume(counter, POLICY);
    return isLimited ? resetMs : null;
  };
}
