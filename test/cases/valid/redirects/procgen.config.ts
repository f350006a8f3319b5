import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  tags: { items: 'Items' },
});
