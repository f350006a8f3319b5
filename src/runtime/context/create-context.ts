import Cookies from 'cookies';
import type { AuthenticationRequest } from '../../definition/config.js';
import type {
  Context,
  CookieOptions,
  Logger,
  LogMethod,
  RequestView,
  ResponseCookies,
  ResponseOptions,
} from '../../definition/context.js';
import type { ChangeOrigin } from '../../keys/change-origin.js';
import type { Keyring } from '../../keys/keyring.js';
import type { Call } from '../call/call.js';
import type { Translations } from './translate.js';

/** What every context of one version shares. */
export interface ContextParts {
  readonly log: Logger;
  readonly translations: Translations;
  readonly keyring: () => Keyring;
}

/** The context of the call's handler and middlewares, the application's own part not yet in it. */
export function createContext(call: Call, parts: ContextParts): Context {
  const { requestId, locale, principal, apiKey, exchange } = call;
  const context = {
    user: principal?.user ?? null,
    apiKey,
    t: parts.translations(locale),
    locale,
    requestId,
    lastEventId: (exchange.headers['last-event-id'] as string | undefined) ?? null,
    request: viewRequest(call),
    response: new HandlerResponse(),
    koa: exchange.koa?.context ?? null,
    // Last: V8 sets what stands behind a computed name one by one.
    [SOURCE]: { call, parts },
  };
  // One by one: a walk through a list of them takes as long again.
  Object.defineProperty(context, 'log', LOG);
  Object.defineProperty(context, 'apiKeys', API_KEYS);
  Object.defineProperty(context, 'signal', SIGNAL);
  return context as unknown as Context;
}

/** The request as procedures see it. */
function viewRequest({ exchange: { headers, method, url }, address }: Call): RequestView {
  return { headers, ip: address, method, url };
}

/** The request as functions of the configuration see it that are asked about it. */
export function viewForConfig(call: Call, log: Logger): AuthenticationRequest {
  const view = { ...viewRequest(call), [SOURCE]: { call, parts: { log } } };
  Object.defineProperty(view, 'signal', SIGNAL);
  Object.defineProperty(view, 'log', LOG);
  return view as unknown as AuthenticationRequest;
}

/** Where what is made on demand is made from. */
const SOURCE = Symbol('procgen.context');

interface Source<Parts> {
  readonly call: Call;
  readonly parts: Parts;
}

/**
 * What most handlers never ask for, and costs more than the rest of the context. Properties of its own, so that a copy
 * has them too, and with one getter for all contexts, since V8 is slow with many.
 */
const API_KEYS = onDemand(
  'apiKeys',
  ({ call, parts }: Source<ContextParts>) => parts.keyring().from(originOf(call)).apiKeys,
);
const LOG = onDemand('log', ({ call, parts }: Source<Pick<ContextParts, 'log'>>) =>
  createRequestLog(parts.log, call),
);
const SIGNAL = onDemand('signal', ({ call }) => call.signal);

function onDemand<Name extends keyof Context, Parts>(
  name: Name,
  make: (source: Source<Parts>) => Context[Name],
): PropertyDescriptor & ThisType<{ readonly [SOURCE]: Source<Parts> }> {
  const keep = (context: object, value: unknown) =>
    Object.defineProperty(context, name, { configurable: true, enumerable: true, writable: true, value });
  return {
    configurable: true,
    enumerable: true,
    get() {
      const made = make(this[SOURCE]);
      keep(this, made);
      return made;
    },
    set(value: unknown) {
      keep(this, value);
    },
  };
}

/** A log that names the call's request and procedure on every line. */
function createRequestLog(log: Logger, { requestId, route }: Call): Logger {
  const fields = { requestId, procedure: route?.name ?? '' };
  const bind =
    (level: keyof Logger): LogMethod =>
    (first: string | object, message?: string) => {
      if (typeof first === 'string') log[level](fields, first);
      else if (message === undefined) log[level]({ ...fields, ...first });
      else log[level]({ ...fields, ...first }, message);
    };
  return { debug: bind('debug'), info: bind('info'), warn: bind('warn'), error: bind('error') };
}

/** What a handler sets on the answer. Cookies are headers, too, made by the package that Koa has for them. */
class HandlerResponse implements ResponseOptions {
  status: number | undefined = undefined;
  readonly headers: Record<string, string | number | readonly string[]> = {};

  get cookies(): ResponseCookies {
    return {
      set: (name: string, value: string | null, options: CookieOptions = {}) => {
        const cookie = new Cookies.Cookie(name, value ?? '', options);
        const known = Object.keys(this.headers).find((key) => key.toLowerCase() === 'set-cookie');
        const before = this.headers[known ?? 'set-cookie'] ?? [];
        this.headers[known ?? 'set-cookie'] = [...[before].flat().map(String), cookie.toHeader()];
      },
    };
  }
}

/** Where what this request changes comes from: the caller, and the key that the caller came with. */
export function originOf({ principal, apiKey, address, requestId, claimed }: Call): ChangeOrigin {
  return { actor: principal?.user.id ?? null, parentKey: apiKey, address, requestId, claimed };
}
