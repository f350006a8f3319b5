import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  tags: { all: 'All', other: 'All' },
});
