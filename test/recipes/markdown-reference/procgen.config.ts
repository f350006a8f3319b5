import { defineConfig } from 'procgen';
import { markdownReference } from './emitters/markdown-reference.js';

export default defineConfig({
  info: { title: 'Notes', version: '2.1.0', description: 'Short texts.' },
  tags: { notes: 'Notes' },
  emitters: [markdownReference],
});
