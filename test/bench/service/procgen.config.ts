import { defineConfig } from 'procgen';

/** Counted like any other calls, and never too many. */
const UNREACHED = { limit: 100_000_000, windowMs: 60_000 };

export default defineConfig({
  info: { title: 'Bench', version: '1.0.0' },
  tags: { health: 'Health', items: 'Items' },
  accessLog: false,
  rateLimits: { QUERY: UNREACHED, MUTATION: UNREACHED },
});
