import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../readme/support/readme.js';

const FOLDER = join(REPOSITORY, 'scripts/explorer');

interface Library {
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly packages: readonly string[];
}

const library: Library = JSON.parse(read('library.json'));

test('the library of the explorer is the file of the package that its manifest names, byte for byte', () => {
  const bytes = brotliDecompressSync(readFileSync(join(FOLDER, 'scalar.js.br')));
  expect(bytes.length).toBe(library.bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(library.sha256);
  expect(JSON.parse(read('package.json')).dependencies).toEqual({ [library.name]: library.version });
});

test('its licences name every package that it contains', () => {
  const names = read('LICENSES.txt')
    .split(/^-{80}$/m)
    .slice(1)
    .flatMap((part) => part.trim().split('\n', 1)[0]?.split(', ') ?? []);
  expect(names.sort()).toEqual([...library.packages].sort());
  expect(read('LICENSES.txt')).toContain('Copyright (c) 2023-present Scalar');
});

test('nothing of it is installed with procgen: it is two files of dist', () => {
  expect(readdirSync(join(REPOSITORY, 'dist/explorer')).sort()).toEqual(['LICENSES.txt', 'scalar.js.br']);
  const { dependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).filter((name) => /scalar|vue/.test(name))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
