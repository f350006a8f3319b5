import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  tags: { shop: 'Shop' },
  context: () => ({ shop: { id: 'shop' } }),
});
