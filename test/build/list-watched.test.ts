import { expect, test } from 'vitest';
import { listWatched } from '../../src/build/cache/build-inputs.js';

test('Around the project sources are watched, whatever they are called, and no settings or lock files.', () => {
  const sources = ['/w/outside/clock.ts', '/w/outside/block.json', '/w/lockers/a.ts', '/w/app/package.json'];
  const others = [
    '/w/package.json',
    '/w/tsconfig.json',
    '/w/package-lock.json',
    '/w/npm-shrinkwrap.json',
    '/w/yarn.lock',
    '/w/bun.lock',
    '/w/pnpm-lock.yaml',
    '/w/app/node_modules/zod/index.js',
  ];
  const files = Object.fromEntries([...sources, ...others].map((path) => [path, null]));
  const inputs = { fingerprint: '', files, folders: {}, variables: {} };
  expect(listWatched('/w/app', inputs).files).toEqual(sources);
});
