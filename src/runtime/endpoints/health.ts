import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Call } from '../call/call.js';

const ALLOW = 'GET, HEAD, OPTIONS';

export function isProbe(path: string): boolean {
  return path === '/livez' || path === '/readyz';
}

/** Whether a request would be served now. `ignoresStore` skips the check of the store. */
export type IsServing = (options: { readonly ignoresStore: boolean }) => Promise<boolean>;

/**
 * Answers `/livez` and `/readyz`. The process is alive as long as it answers, and ready if it would serve a request.
 * With `?exclude=store` it is ready without its store, so that one outage does not take every replica off a balancer.
 */
export async function answerProbe(
  { exchange: { method, path, querystring }, answer }: Call,
  isServing: IsServing,
): Promise<void> {
  if (method === 'OPTIONS') {
    answer.set('Allow', ALLOW);
    return answer.sendNothing(204);
  }
  if (method !== 'GET' && method !== 'HEAD')
    throw new BuiltInError('METHOD_NOT_ALLOWED', undefined, { headers: { Allow: ALLOW } });
  const ignoresStore = new URLSearchParams(querystring).getAll('exclude').includes('store');
  const isFine = path === '/livez' || (await isServing({ ignoresStore }).catch(() => false));
  answer.set('Cache-Control', 'no-store');
  answer.sendJson(isFine ? 200 : 503, JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
}
