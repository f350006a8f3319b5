import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type Authenticator, type Config, ProcedureError, procedure } from '../../../src/index.js';
import { createMemoryRateLimiter } from '../../../src/runtime/limits/memory.js';
import type { RateLimiter } from '../../../src/runtime/limits/rate-limiter.js';
import { routeOf, startService } from './start-service.js';

const reading = (path: string, protect: boolean) =>
  procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect },
      rateLimit: false,
    })
    .output(z.string())
    .query(({ ctx }) => ctx.user?.id ?? 'nobody');
/** `/private` and `/open`, which answer with the id of their caller. */
export const READING_ROUTES = [
  routeOf('private', reading('/private', true)),
  routeOf('open', reading('/open', false)),
];

/** A service with a private and an open procedure, and what sends a token to it. */
export async function startAuthenticated(
  authenticate: NonNullable<Config['authenticate']>,
  config: Config = {},
  rateLimiter: RateLimiter = createMemoryRateLimiter(),
) {
  const service = await startService({
    routes: READING_ROUTES,
    config: { trustProxy: 1, ...config, authenticate },
    credentials: { header: 'X-Token', prefix: '' },
    options: { rateLimiter },
  });
  const send = (token: string | null, { from = '198.51.100.1', path = '/api/private' } = {}) =>
    service.ask(path, {
      headers: { 'X-Forwarded-For': from, ...(token === null ? {} : { 'X-Token': token }) },
    });
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  return { ...service, send, status };
}

/** Knows those whose token is their own name, and counts how often it is asked, and by how many at once. */
export function createAuthenticator({
  waitMs = 0,
  ...more
}: { waitMs?: number } & Partial<Authenticator> = {}) {
  const requested = { count: 0, failures: 0, underWay: 0, mostUnderWay: 0 };
  const authenticator: Authenticator = {
    scheme: { header: 'X-Token', prefix: '' },
    async verify({ headers }) {
      requested.count += 1;
      requested.underWay += 1;
      requested.mostUnderWay = Math.max(requested.mostUnderWay, requested.underWay);
      if (waitMs > 0) await delay(waitMs);
      requested.underWay -= 1;
      const token = headers['x-token'];
      if (token === 'broken') throw new Error('the provider is down');
      if (token === 'busy') throw new ProcedureError('SERVICE_UNAVAILABLE', 'Later.');
      if (token === 'banned') throw new ProcedureError('FORBIDDEN', 'Banned.');
      if (typeof token === 'string' && !token.startsWith('bad')) return { user: { id: token } };
      requested.failures += 1;
      if (token === 'bad-thrown') throw new ProcedureError('UNAUTHORIZED', 'Wrong.');
      return null;
    },
    ...more,
  };
  return { requested, authenticator };
}
