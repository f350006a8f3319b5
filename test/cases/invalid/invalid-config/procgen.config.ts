import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: '', version: ' ' },
  baseUrl: 'example.com',
  procedures: '../elsewhere',
  tags: { items: 'Items' },
  rateLimits: { QUERY: { limit: 0, windowMs: 60_000 } },
  rateLimitStore: 'memcached://localhost',
  trustProxy: ['10.0.0.0/33'],
  cors: { origins: '*', credentials: true },
  locales: ['en', 'not a language'],
  tag: { items: 'Items' },
  bodyLimit: '1mb',
  idempotency: { anonymus: true },
  context: { database: 1 },
  onStart: 'migrate',
  authenticate: { verify: 'token' },
});
