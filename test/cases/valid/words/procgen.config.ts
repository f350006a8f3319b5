import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  tags: { shapes: 'Shapes' },
  // One bound is that of the moment on purpose.
  warnings: { 'unstable-schema': 'off' },
});
