import { isWellEncoded } from '../request/decode-path.js';
import { createRefusal } from '../respond/create-refusal.js';
import type { Refusal } from '../respond/fail.js';
import type { Call } from './call.js';

/** Answers a request that no route takes: OPTIONS, or the refusal, a 405 where the path exists, a 404 where it does not. */
export function refuseUnmatched(
  { method, path, answer }: Call,
  methods: ReadonlySet<string>,
): Refusal | undefined {
  if (methods.size === 0) {
    return isWellEncoded(path) ? createRefusal('NOT_FOUND') : createRefusal('BAD_REQUEST', 'input.path');
  }
  const allow = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((known) => methods.has(known));
  const headers = { Allow: [...allow, 'OPTIONS'].join(', ') };
  if (method !== 'OPTIONS') return createRefusal('METHOD_NOT_ALLOWED', undefined, { headers });
  answer.set('Allow', headers.Allow);
  answer.sendNothing(204);
  return undefined;
}
