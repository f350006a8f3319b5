import { defineConfig } from 'procgen';

export default defineConfig({ setup: ['./shared/setup.ts'], tags: { items: 'Items' } });
