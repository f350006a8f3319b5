import { finished, Readable } from 'node:stream';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import type { Call } from '../call/call.js';
import { type Gate, OVERLOADED } from '../overload/create-gate.js';
import { isWellEncoded } from '../request/decode-path.js';
import { createRefusal, fail, type Refusal } from '../respond/fail.js';
import { StreamBody } from '../respond/stream-body.js';
import type { ServiceVersion } from './create-service-version.js';
import { reportFailure } from './report-failure.js';
import { runChain } from './run-chain.js';

/** Completes a call's response, whatever happens. Returns a promise only if it has to wait; it never rejects. */
export type HandleCall = (call: Call, serving: ServiceVersion) => undefined | Promise<void>;

export interface HandleParts {
  readonly gate: Gate;
  readonly log: Logger;
  /** The open keyring, which exists once calls are served. */
  readonly keyring: () => Keyring;
  /** Resolves once calls are served; undefined if they are already. Rejects if they never will be. */
  readonly untilServing: () => Promise<void> | undefined;
}

/**
 * Prepares the function that passes each call through the gate to its route. A call counts in the gate until its host
 * has finished with the response.
 */
export function prepareHandleCall({ gate, log, keyring, untilServing }: HandleParts): HandleCall {
  return (call, serving) => {
    const isAdmitted = gate.admit();
    if (isAdmitted) call.gate = gate;
    serving.enter();
    try {
      const handling = handle(call, serving, isAdmitted);
      if (handling) return follow(handling, call, serving);
    } catch (thrown) {
      report(call, serving, thrown);
    }
    leave(call, serving);
    return undefined;
  };

  function handle(call: Call, serving: ServiceVersion, isAdmitted: boolean): undefined | Promise<void> {
    if (serving.crossOrigin(call)) return undefined;
    if (serving.isMultilingual) call.answer.vary('Accept-Language');
    call.locale = serving.negotiateLocale(call.exchange.headers['accept-language'] as string | undefined);
    call.formatMessage = serving.messageFormatters(call.locale);
    if (call.exchange.url.includes('#')) return void fail(call.answer, HAS_FRAGMENT, call.formatMessage);
    if (!isAdmitted) return void fail(call.answer, OVERLOADED, call.formatMessage);
    const waiting = untilServing();
    return waiting ? waiting.then(() => dispatch(call, serving)) : dispatch(call, serving);
  }

  function follow(handling: Promise<void>, call: Call, serving: ServiceVersion): Promise<void> {
    const end = () => leave(call, serving);
    return handling.then(end, (thrown) => {
      report(call, serving, thrown);
      end();
    });
  }

  function report(call: Call, { config }: ServiceVersion, thrown: unknown): void {
    reportFailure(call, thrown, { log, onError: config.onError });
  }

  function leave(call: Call, serving: ServiceVersion): void {
    const { body, isHosted } = call.answer;
    const { koa } = call.exchange;
    const end = () => {
      call.end();
      serving.leave();
    };
    // A handler's stream, or what Koa writes, may need what `onStop` closes, and the files of an upload.
    if (body instanceof StreamBody) body.whenReleased(end);
    else if (body instanceof Readable) finished(body, end);
    else if (isHosted && koa) koa.onFinish(end);
    else end();
    call.answer.conclude(call.exchange.method);
    countCall(call);
  }

  /** Counts the call and its status for its key. */
  function countCall({ apiKey, refusedKeyId, isAuthorized, route, address, answer, exchange }: Call): void {
    const keyId = apiKey?.id ?? refusedKeyId;
    if (keyId === null) return;
    keyring().countCall(keyId, {
      isRefused: !isAuthorized,
      address: address || null,
      operation: route?.name ?? null,
      status: answer.isHosted ? (exchange.koa?.readStatus() ?? null) : answer.status,
    });
  }
}

/** A fragment is not part of a target, but servers other than ours may let it through. */
const HAS_FRAGMENT = createRefusal('BAD_REQUEST', 'input.path');

/** Runs the chain of a call's method and path, or responds that there is none. */
function dispatch(call: Call, { table }: ServiceVersion): undefined | Promise<void> {
  const { answer, formatMessage } = call;
  const { method, path, koa } = call.exchange;
  const match = table.index.find(method, path);
  if (match) {
    call.captures = match.captures;
    koa?.setMatchedRoute(match.entry, match.captures);
    return runChain(call, match.entry);
  }
  const methods = table.index.listMethods(path);
  if (method === 'OPTIONS' && methods.size > 0) {
    answer.set('Allow', printAllow(methods));
    answer.sendNothing(204);
  } else fail(answer, refuseUnmatched(path, methods), formatMessage);
  return undefined;
}

/** Returns the refusal of a request without a route: a 405 if the path has other methods, else a 404. */
function refuseUnmatched(path: string, methods: ReadonlySet<string>): Refusal {
  if (methods.size > 0)
    return createRefusal('METHOD_NOT_ALLOWED', undefined, { headers: { Allow: printAllow(methods) } });
  return isWellEncoded(path) ? createRefusal('NOT_FOUND') : createRefusal('BAD_REQUEST', 'input.path');
}

function printAllow(methods: ReadonlySet<string>): string {
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((known) => methods.has(known));
  return [...allowed, 'OPTIONS'].join(', ');
}
