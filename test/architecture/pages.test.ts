import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SRC } from './read-sources.js';

const DOCS = join(SRC, '..', 'docs');
const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

describe.each(PAGES)('docs/%s', (name) => {
  const lines = readFileSync(join(DOCS, name), 'utf8').split('\n');

  test('has no line of prose beyond 120 columns', () => {
    expect(lines.filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
  });
});

test('the architecture is told in 150 lines', () => {
  expect(readFileSync(join(DOCS, 'architecture.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(151);
});
