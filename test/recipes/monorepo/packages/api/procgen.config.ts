import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: 'Shop', version: '1.0.0' },
  tags: { items: 'Items' },
});
