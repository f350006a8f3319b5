import { defineConfig } from 'procgen';

export default defineConfig({
  info: {
    title: 'procgen',
    version: '0.1.0',
    description: 'API keys and the health of the service: what every procgen server starts with.',
  },
  tags: { apiKeys: 'API keys', health: 'Health' },
  locales: ['en', 'de'],
});
