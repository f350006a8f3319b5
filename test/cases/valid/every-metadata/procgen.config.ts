import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  info: { title: 'Everything', version: '3.0.0-beta.1', description: 'Every key of the metadata, once.' },
  tags: { orders: 'Orders', unused: 'Unused', archive: 'The archive' },
  rateLimits: { QUERY: { limit: 60, windowMs: 30_000 } },
  authenticate: {
    scheme: { name: 'Session', header: 'X-Session', prefix: '', description: 'What signing in gave.' },
    verify: () => null,
  },
});
