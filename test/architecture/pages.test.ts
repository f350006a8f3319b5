import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SRC } from './read-sources.js';

const ROOT = join(SRC, '..');
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

test('the architecture is told in 150 lines', () => {
  expect(PAGE.split('\n').length).toBeLessThanOrEqual(151);
});

test('every file that the architecture names exists', () => {
  const files = ['src', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => `/${folder}/${path}`),
  );
  const named = [...PAGE.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});
