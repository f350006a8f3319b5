import { defineConfig } from 'procgen';

export default defineConfig({
  cors: { orgins: '*' },
  overload: { lag: 250 },
  trustProxy: 'loopback',
});
