import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' }, baseUrl 'http://localhost:3000' });
