import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: 'Items', version: '1.0.0' },
  tags: { items: 'Items' },
});
