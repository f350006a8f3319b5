import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  tags: { greetings: 'Greetings' },
  locales: ['de', 'en', 'pt-BR'],
});
