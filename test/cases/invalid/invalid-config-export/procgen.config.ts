import { defineConfig } from 'procgen';

export const config = defineConfig({ tags: { items: 'Items' } });
