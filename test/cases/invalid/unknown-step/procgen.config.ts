import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' } });
