import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeProject } from '../../src/scaffold/write-project.js';
import { createFolder } from '../cli/temporary-project.js';

const file = (path: string, text: string) => ({ path, text, obstacles: [] });

test('what is new or another is written, and named', async () => {
  const root = await createFolder({ same: '1', old: '1' });
  const files = [file('a/b/new', '2'), file('old', '2'), file('same', '1')];
  await expect(writeProject(root, files)).resolves.toEqual(['a/b/new', 'old']);
  await expect(readFile(join(root, 'old'), 'utf8')).resolves.toBe('2');
});

test('a file that cannot be written takes back those before it, folders included', async () => {
  const root = await createFolder({ old: '1' });
  await mkdir(join(root, 'z'));
  const files = [file('a/b/new', '2'), file('old', '2'), file('z', '2')];
  await expect(writeProject(root, files)).rejects.toThrow('EISDIR');
  expect((await readdir(root)).sort()).toEqual(['old', 'z']);
  await expect(readFile(join(root, 'old'), 'utf8')).resolves.toBe('1');
});
