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

/** The parts that every context of one version shares. */
export interface ContextParts {
  readonly log: Logger;
  readonly translations: Translations;
  readonly keyring: () => Keyring;
}

/** Creates the context of the call's handler and middlewares, without the application's own part. */
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
    // Last, because V8 sets properties after a computed name one by one.
    [SOURCE]: { call, parts },
  };
  // Separate calls, because a loop over a list takes twice as long.
  Object.defineProperty(context, 'log', LOG);
  Object.defineProperty(context, 'apiKeys', API_KEYS);
  Object.defineProperty(context, 'signal', SIGNAL);
  return context as unknown as Context;
}

/** Returns the request as procedures see it. */
function viewRequest({ exchange: { headers, method, url }, address }: Call): RequestView {
  return { headers, ip: address, method, url };
}

/** Returns the request as functions of the configuration see it. */
export function viewForConfig(call: Call, log: Logger): AuthenticationRequest {
  const view = { ...viewRequest(call), [SOURCE]: { call, parts: { log } } };
  Object.defineProperty(view, 'signal', SIGNAL);
  Object.defineProperty(view, 'log', LOG);
  return view as unknown as AuthenticationRequest;
}

/** The inputs of lazily created properties. */
const SOURCE = Symbol('procgen.context');

interface Source<Parts> {
  readonly call: Call;
  readonly parts: Parts;
}

/**
 * Properties that most handlers never use and that cost more than the rest of the context. They are own properties, so
 * that a copy has them too, and all contexts share one getter for each, since V8 is slow with many getters.
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
  const defineValue = (context: object, value: unknown) =>
    Object.defineProperty(context, name, { configurable: true, enumerable: true, writable: true, value });
  return {
    configurable: true,
    enumerable: true,
    get() {
      const value = make(this[SOURCE]);
      defineValue(this, value);
      return value;
    },
    set(value: unknown) {
      defineValue(this, value);
    },
  };
}

/** Creates a log that adds the call's request id and procedure to every line. */
function createRequestLog(log: Logger, { requestId, route }: Call): Logger {
  const fields = { requestId, procedure: route?.name ?? '' };
  const bind =
    (level: keyof Logger): LogMethod =>
    (first: string | object, message?: string) => {
      if (typeof first === 'string') log[level](fields, first);
      else {
        const own = first instanceof Error ? { err: first } : first;
        if (message === undefined) log[level]({ ...fields, ...own });
        else log[level]({ ...fields, ...own }, message);
      }
    };
  return { debug: bind('debug'), info: bind('info'), warn: bind('warn'), error: bind('error') };
}

/** The response settings of a handler. Cookies are headers too, printed by the package that Koa uses. */
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

/** Returns the origin of changes that this request makes: the caller, and the key that it was made with. */
export function originOf({ principal, apiKey, address, requestId, idempotencyClaim }: Call): ChangeOrigin {
  return {
    actor: principal?.user.id ?? null,
    parentKey: apiKey,
    address,
    requestId,
    claimed: idempotencyClaim,
  };
}
