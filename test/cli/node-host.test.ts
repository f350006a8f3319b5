import { chmod, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { createFolder } from './temporary-project.js';

const host = createNodeHost();

test('A file that is not there reads as null, also below a file.', async () => {
  const folder = await createFolder({ 'a.txt': 'text' });
  expect(await host.readFile(join(folder, 'a.txt'))).toBe('text');
  expect(await host.readFile(join(folder, 'b.txt'))).toBeNull();
  expect(await host.readFile(join(folder, 'a.txt/b.txt'))).toBeNull();
});

test('Files are listed recursively, sorted by code unit, without node_modules, and linked folders by their names alone.', async () => {
  const folder = await createFolder({
    'b/z.ts': '',
    'b/a.ts': '',
    'B.ts': '',
    'a.ts': '',
    'node_modules/zod/index.js': '',
    'b/node_modules/x.js': '',
    '.git/config': '',
  });
  await symlink(join(folder, 'a.ts'), join(folder, 'link.ts'));
  await symlink(folder, join(folder, 'loop'));
  expect((await host.listFiles(folder)).map((path) => path.slice(folder.length + 1))).toEqual([
    'B.ts',
    'a.ts',
    'b/a.ts',
    'b/z.ts',
    'link.ts',
    'loop/',
  ]);
  expect(await host.listFiles(join(folder, 'nowhere'))).toEqual([]);
});

test('A write makes the folders it needs and leaves no temporary file.', async () => {
  const folder = await createFolder();
  await host.writeFiles([{ path: join(folder, 'deep/down/file.ts'), text: 'one' }]);
  await host.writeFiles([{ path: join(folder, 'deep/down/file.ts'), text: 'two' }]);
  expect(await readFile(join(folder, 'deep/down/file.ts'), 'utf8')).toBe('two');
  expect(await readdir(join(folder, 'deep/down'))).toEqual(['file.ts']);
});

test('A write keeps the mode of the file and the link that leads to it.', async () => {
  const folder = await createFolder({ 'real.ts': 'old' });
  await chmod(join(folder, 'real.ts'), 0o640);
  await symlink('real.ts', join(folder, 'link.ts'));
  await host.writeFiles([{ path: join(folder, 'link.ts'), text: 'new' }]);
  expect(await readFile(join(folder, 'real.ts'), 'utf8')).toBe('new');
  expect((await lstat(join(folder, 'link.ts'))).isSymbolicLink()).toBe(true);
  expect((await stat(join(folder, 'real.ts'))).mode & 0o777).toBe(0o640);
});

test('A write that fails leaves what was there.', async () => {
  const folder = await createFolder();
  await mkdir(join(folder, 'target/inside'), { recursive: true });
  await expect(host.writeFiles([{ path: join(folder, 'target'), text: 'text' }])).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['target']);
});

test('Of several files none is written where one cannot be, and none is left beside.', async () => {
  const folder = await createFolder({ 'a.ts': 'old', 'c.ts': 'a file where a folder would have to be' });
  const files = ['a.ts', 'b.ts', 'c.ts/d.ts', 'e.ts'].map((name) => ({
    path: join(folder, name),
    text: 'new',
  }));
  await expect(host.writeFiles(files)).rejects.toThrow('EEXIST');
  expect(await readdir(folder)).toEqual(['a.ts', 'c.ts']);
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe('old');
});

test('A text is written whole, whatever is in it.', async () => {
  const folder = await createFolder();
  const text = '€ 🎉 \ud800 é\n'.repeat(50_000);
  await host.writeFiles([
    { path: join(folder, 'a.txt'), text },
    { path: join(folder, 'b.txt'), text: '' },
  ]);
  expect((await readFile(join(folder, 'a.txt'))).equals(Buffer.from(text))).toBe(true);
  expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('');
});

test('A module is imported by its URL.', async () => {
  const folder = await createFolder({ 'dependency.mjs': 'export const value = 41;' });
  const url = pathToFileURL(join(folder, 'dependency.mjs')).href;
  expect((await host.importUrl(url)).value).toBe(41);
});

test('A file of the package is read by its URL.', async () => {
  expect(await host.readPackageFile(new URL('../../package.json', import.meta.url))).toContain('"procgen"');
});
