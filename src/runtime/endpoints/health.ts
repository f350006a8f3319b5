import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Call } from '../call/call.js';

const ALLOW = 'GET, HEAD, OPTIONS';

export function isProbe(path: string): boolean {
  return path === '/livez' || path === '/readyz';
}

/**
 * Answers `/livez` and `/readyz`. The process is alive as long as it answers; it is ready while it would serve a request,
 * which `isServing` asks the store for.
 */
export async function answerProbe(
  { exchange: { method, path }, answer }: Call,
  isServing: () => Promise<boolean>,
): Promise<void> {
  if (method === 'OPTIONS') {
    answer.set('Allow', ALLOW);
    return answer.sendNothing(204);
  }
  if (method !== 'GET' && method !== 'HEAD')
    throw new BuiltInError('METHOD_NOT_ALLOWED', undefined, { headers: { Allow: ALLOW } });
  const isFine = path === '/livez' || (await isServing().catch(() => false));
  answer.set('Cache-Control', 'no-store');
  answer.sendJson(isFine ? 200 : 503, JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
}
