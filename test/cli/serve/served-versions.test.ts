import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createServedVersions } from '../../../src/cli/serve/served-versions.js';
import { BUNDLE_FILE } from '../../../src/cli/server-bundle/bundle-paths.js';
import { ConfigurationError } from '../../../src/runtime/configuration-error.js';
import { FakeIo } from '../fake-io.js';
import { createFolder } from '../temporary-project.js';

async function build(root: string, procedure: string): Promise<void> {
  const path = join(root, BUNDLE_FILE);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    `export const routes = { routes: [{ name: 'a', ${procedure} }] };\nexport const config = {};\n`,
  );
}

test('A build that cannot be loaded is told together with what goes on: nothing at first, then the last good build.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  const versions = createServedVersions(root, () => ({}), io);
  const first = 'error: The application could not be loaded: not today\n  --> ';
  await build(root, "procedure: (() => { throw new Error('not today'); })()");
  expect(await versions.apply()).toBe(false);
  expect(io.err).toContain(first);
  expect(io.err).toMatch(/^not serving yet; waiting for changes$/m);

  await build(root, 'procedure: 1');
  expect(await versions.apply()).toBe(true);
  let isRefusing = true;
  await versions.serve({
    replaceRoutes: async () => {
      if (isRefusing) throw new Error('no database');
    },
  });
  await build(root, 'procedure: 2');
  expect(await versions.apply()).toBe(false);
  const lines = io.err.trimEnd().split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^error: The application could not start: no database/));
  expect(lines.at(-1)).toBe('still serving the last successful build; waiting for changes');
  isRefusing = false;
  expect(await versions.apply()).toBe(true);
});

test('A first build of which a procedure that waits cannot be made is not served, and the next one is.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  const versions = createServedVersions(root, () => ({}), io);
  await build(root, "get procedure() { throw new Error('Set DATABASE_URL.'); }");
  expect(await versions.apply()).toBe(false);
  expect(io.err).toMatch(/^error: The application could not be loaded: Set DATABASE_URL\./);
  expect(io.err).toMatch(/^not serving yet; waiting for changes$/m);
  await build(root, 'get procedure() { return 1; }');
  expect(await versions.apply()).toBe(true);
  expect((await versions.first).routes.routes[0]?.procedure).toBe(1);
});

test('A build that has started too late is not compared with the one that is served.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  let loads = 0;
  const versions = createServedVersions(root, () => ({ accessLog: ++loads === 2 }), io);
  await build(root, 'procedure: 1');
  await versions.apply();
  const replaced: (() => void)[] = [];
  await versions.serve({ replaceRoutes: () => new Promise((resolve) => replaced.push(resolve)) });
  let outdate = () => {};
  const slow = versions.apply(
    new Promise((resolve) => {
      outdate = resolve;
    }),
  );
  await expect.poll(() => replaced.length).toBe(1);
  outdate();
  expect(await slow).toBe(false);
  const next = versions.apply();
  await expect.poll(() => replaced.length).toBe(2);
  for (const resolve of replaced.toReversed()) resolve();
  expect(await next).toBe(true);
  expect(io.err).toBe('');
});

test('An option that only a new start takes up is told of, also by a build that ends while the server starts.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  let loads = 0;
  const versions = createServedVersions(root, () => ({ accessLog: ++loads === 1 }), io);
  await build(root, 'procedure: 1');
  await versions.apply();
  await build(root, 'procedure: 2');
  await versions.apply();
  await versions.serve({ replaceRoutes: async () => {} });
  expect(io.err).toBe('note: `accessLog` has changed; restart the server to apply it\n');
});

test('A configuration that the server refuses is told as at a start: what is wrong, then what helps.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  const versions = createServedVersions(root, () => ({}), io);
  await build(root, 'procedure: 1');
  await versions.apply();
  await versions.serve({
    replaceRoutes: async () => {
      throw new ConfigurationError('trustProxy cannot be x.', { help: 'Give a number of proxies.' });
    },
  });
  expect(await versions.apply()).toBe(false);
  expect(io.err).toBe(
    'error: trustProxy cannot be x.\nhelp: Give a number of proxies.\nstill serving the last successful build; waiting for changes\n',
  );
});

test('What is served stays where a procedure of the next build waits for its first call and cannot be made.', async () => {
  const root = await createFolder();
  const io = new FakeIo(root);
  const versions = createServedVersions(root, () => ({}), io);
  await build(root, 'procedure: 1');
  expect(await versions.apply()).toBe(true);
  const served: string[] = [];
  await versions.serve({
    replaceRoutes: async ({ routes }) => void served.push(...routes.map(({ name }) => name)),
  });

  await build(root, "get procedure() { throw new TypeError('z.uuid is not a function'); }");
  expect(await versions.apply()).toBe(false);
  expect(served).toEqual([]);
  expect(io.err).toMatch(/^error: The application could not be loaded: TypeError: z\.uuid is not a function/);

  await build(root, 'get procedure() { return 2; }');
  expect(await versions.apply()).toBe(true);
  expect(served).toEqual(['a']);
});
