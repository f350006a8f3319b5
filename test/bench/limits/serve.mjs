// One procedure twice, limited and not, that does next to nothing. Argument: where calls are counted.
import * as z from 'zod';
import { defineQuery, serveRoutes } from '../server/parts/serve-routes.mjs';

const [, , rateLimitStore] = process.argv;
const say = { output: z.object({ fine: z.boolean() }), handler: () => ({ fine: true }) };
await serveRoutes([defineQuery('free', say), defineQuery('limited', { ...say, rateLimit: 'QUERY' })], {
  rateLimitStore,
  rateLimits: { QUERY: { limit: 100_000_000, windowMs: 60_000 } },
});
