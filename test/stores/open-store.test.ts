import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '../../src/stores/open-store.js';
import { makeStoreFolder } from './store-folder.js';

it('opens a path relative to the given folder, and makes the folders on the way', async () => {
  const cwd = makeStoreFolder();
  await (await openStore('file:a/b/store.json', { cwd })).close();
  expect(existsSync(join(cwd, 'a/b/store.json'))).toBe(true);
});

it('opens a file URL', async () => {
  const cwd = makeStoreFolder();
  await (await openStore(pathToFileURL(join(cwd, 'with space.json')).href, { cwd: '/' })).close();
  expect(existsSync(join(cwd, 'with space.json'))).toBe(true);
});

it('says that PostgreSQL cannot be reached, without repeating the password', async () => {
  const error = await openStore('postgres://user:hunter2@127.0.0.1:1/db', { cwd: '/' }).catch(
    (cause) => cause,
  );
  expect(error.code).toBe('UNAVAILABLE');
  expect(error.message).toMatch(/postgres:\/\/127\.0\.0\.1:1\/db cannot be reached/);
  expect(error.message).not.toContain('hunter2');
});

it.each(['store.json', 'file:', 'redis://x', ''])('refuses %j as no store', async (spec) => {
  await expect(openStore(spec, { cwd: '/' })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
});

it('refuses a folder as a store and leaves nothing locked', async () => {
  const cwd = makeStoreFolder();
  mkdirSync(join(cwd, 'store.json'));
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(openStore('file:store.json', { cwd })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
});
