import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printChecksummed } from '../../src/build/cache/hash-file.js';
import { printParsedFiles, readParsedFiles } from '../../src/build/cache/parsed-cache.js';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';

const CASES = new URL('../cases/valid/', import.meta.url);
const stories = readdirSync(CASES).filter((story) => existsSync(new URL(`${story}/expected/`, CASES)));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'procgen-stored-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(stories)('the files of %s come to the same after they were stored', async (story) => {
  const root = fileURLToPath(new URL(story, CASES));
  const host = createNodeHost();
  const { files, diagnostics, parsed } = await compile(host, { root });
  const path = join(folder, `${story}.json`);
  writeFileSync(path, printChecksummed(`checksum\n${printParsedFiles(parsed)}`));
  const known = readParsedFiles(path, 'checksum');
  expect(known.size).toBe(parsed.length);
  const again = await compile(host, { root, known });
  expect(again.parsed.every((file) => known.get(file.path) === file)).toBe(true);
  expect(again.files).toEqual(files);
  expect(again.diagnostics).toEqual(diagnostics);
});
