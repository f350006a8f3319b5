import { defineConfig } from 'procgen';

export default defineConfig({
  out: 'expected',
  info: { title: 'Signatures', version: '2.0.0' },
  tags: { documents: 'Documents', envelopes: 'Envelopes', templates: 'Templates' },
});
