import { defineConfig } from 'procgen';

const title = readTitle();

export default defineConfig({ tags: { items: 'Items' }, info: { title, version: '1.0.0' } });

function readTitle(): string {
  throw new Error('Set SHOP_TITLE.');
}
