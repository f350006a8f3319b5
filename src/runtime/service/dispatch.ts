import type { Call } from '../call/call.js';
import { isWellEncoded } from '../request/decode-path.js';
import { createRefusal } from '../respond/create-refusal.js';
import { fail, type Refusal } from '../respond/fail.js';
import type { ServiceVersion } from './create-service-version.js';
import { runChain } from './run-chain.js';

/** Leads a call to the chain of its method and path, or says why there is none. */
export function dispatch(call: Call, { table }: ServiceVersion): undefined | Promise<void> {
  const { answer, word } = call;
  const { method, path, koa } = call.exchange;
  const match = table.index.find(method, path);
  if (match) {
    call.captures = match.captures;
    koa?.showMatch(match.entry, match.captures);
    return runChain(call, match.entry);
  }
  const methods = table.index.listMethods(path);
  if (method === 'OPTIONS' && methods.size > 0) {
    answer.set('Allow', printAllow(methods));
    answer.sendNothing(204);
  } else fail(answer, refuseUnmatched(path, methods), word);
  return undefined;
}

/** What a request is told that no route takes: a 405 where the path has other methods, else a 404. */
function refuseUnmatched(path: string, methods: ReadonlySet<string>): Refusal {
  if (methods.size > 0)
    return createRefusal('METHOD_NOT_ALLOWED', undefined, { headers: { Allow: printAllow(methods) } });
  return isWellEncoded(path) ? createRefusal('NOT_FOUND') : createRefusal('BAD_REQUEST', 'input.path');
}

function printAllow(methods: ReadonlySet<string>): string {
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((known) => methods.has(known));
  return [...allowed, 'OPTIONS'].join(', ');
}
