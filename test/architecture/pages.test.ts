import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SRC } from './read-sources.js';

const ROOT = join(SRC, '..');
const ARCHITECTURE = readPage('docs/architecture.md');
const WALK = readPage('src/README.md');

test('the architecture is told in 150 lines, the way of a build and of a request in 40', () => {
  expect(ARCHITECTURE.split('\n').length).toBeLessThanOrEqual(151);
  expect(WALK.split('\n').length).toBeLessThanOrEqual(41);
});

test('the way of a request is told in ten lines that name at most 15 files', () => {
  const [, request = ''] = WALK.split('## The way of a request\n');
  expect(request.trim().split('\n').length).toBeLessThanOrEqual(10);
  expect(listFiles(request).length).toBeGreaterThan(10);
  expect(listFiles(request).length).toBeLessThanOrEqual(15);
});

test('every file that these pages name exists', () => {
  const files = ['src', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => `/${folder}/${path}`),
  );
  const named = [...listFiles(ARCHITECTURE), ...listFiles(WALK)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});

function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function listFiles(page: string): readonly string[] {
  return [...page.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, path = '']) => path);
}
