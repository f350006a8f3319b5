import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: 'Soak', version: '1.0.0' },
  tags: { soak: 'Soak' },
  accessLog: false,
  rateLimits: { QUERY: { limit: 100_000, windowMs: 60_000 }, MUTATION: { limit: 100_000, windowMs: 60_000 } },
});
