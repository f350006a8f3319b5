import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../src/build/watch/watch-files.js';

test('A file that is saved before the watch is ready is reported, also with the same content.', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'procgen-watch-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = join(root, 'items.ts');
  writeFileSync(file, 'export {};');
  const changed: string[] = [];
  const { ready, close } = watchFiles({ files: [file], folders: [] }, (path) => changed.push(path));
  onTestFinished(close);
  utimesSync(file, 1, 1);
  await ready;
  expect(changed).toEqual([file]);
});
