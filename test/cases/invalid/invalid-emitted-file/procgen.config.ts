import { defineConfig, type Emitter } from 'procgen';

const at =
  (path: string): Emitter =>
  () => [{ path, text: 'text' }];

export default defineConfig({
  tags: { users: 'Users' },
  emitters: [
    at('../outside.md'),
    at('/etc/passwd'),
    at('docs//api.md'),
    at('docs\\api.md'),
    at('generated/client.ts'),
    at('generated/api.md'),
    at('generated/api.md'),
    at('README.md'),
    at('procedures/users.ts'),
    at('procedures/more.ts'),
    at('procgen.config.ts'),
    at('.procgen/store.json'),
    at('node_modules/zod/index.js'),
    () => [{ path: 'a.md' } as never],
    () => [{ path: 'b.md', text: 'text', mark: 'generated' }],
  ],
});
