import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  info: { title: 'Items', version: '1.2.0' },
  baseUrl: 'https://items.example.com',
  tags: { items: 'Items' },
  locales: ['en', 'de'],
});
