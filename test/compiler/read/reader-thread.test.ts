import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Host } from '../../../src/compiler/host.js';
import { type ReaderThread, startReaderThread } from '../../../src/compiler/read/reader-thread.js';
import { createSourceCache, type SourceCache } from '../../../src/compiler/read/source-cache.js';
import { REPOSITORY } from '../support/create-project.js';

const ENTRY = new URL('../../../dist/compiler/read/reader-worker.js', import.meta.url);
const root = join(REPOSITORY, 'test/cases');
const MODULES = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/(^|\/)(generated|expected|node_modules)\//.test(path))
  .map((path) => join(root, path));

let thread: ReaderThread | undefined;
afterEach(() => thread?.rest());

function openSources(entry?: URL, readText = (path: string): string | null => tryRead(path)): SourceCache {
  thread = entry && startReaderThread(entry);
  const host = { readFile: (path: string) => readText(path), ...(thread && { readerThread: thread }) };
  return createSourceCache(host as Partial<Host> as Host, root);
}

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readAll(sources: SourceCache) {
  return Promise.all(
    MODULES.map(async (path) => [path, await sources.read(path), await sources.readPlaces(path)]),
  );
}

test('a thread of its own reads every module of the cases as this one does', async () => {
  expect(MODULES.length).toBeGreaterThan(100);
  const here = await readAll(openSources());
  expect(await readAll(openSources(ENTRY))).toEqual(here);
});

test('a configuration is read alike in both', async () => {
  const configs = MODULES.filter((path) => path.endsWith('procgen.config.ts'));
  const read = (sources: SourceCache) => Promise.all(configs.map((path) => sources.readConfig(path)));
  const here = await read(openSources());
  expect(here.length).toBeGreaterThan(5);
  expect(await read(openSources(ENTRY))).toEqual(here);
});

test('where no thread can be started, everything is read in this one', async () => {
  const here = await readAll(openSources());
  expect(await readAll(openSources(new URL('file:///there/is/no/such/worker.js')))).toEqual(here);
});

test('what was opened first is answered first, however much the thread has been asked since', async () => {
  const configuration = openSources(ENTRY);
  const host = { readFile: (path: string) => tryRead(path), readerThread: thread };
  const procedures = createSourceCache(host as Partial<Host> as Host, root);
  const [config = '', imported = '', ...others] = MODULES;
  await configuration.read(config);
  let answered = 0;
  const all = Promise.all(others.map((path) => procedures.read(path).then(() => answered++)));
  await procedures.read(others[0] ?? '');
  await configuration.read(imported);
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(100);
  await all;
  expect(answered).toBe(others.length);
});

test('a thread that rests starts anew when it is asked again', async () => {
  const [first = '', second = ''] = MODULES;
  const here = await openSources().read(second);
  const sources = openSources(ENTRY);
  await sources.read(first);
  thread?.rest();
  expect(await sources.read(second)).toEqual(here);
});

test('what a thread leaves unanswered when it ends is read in this one', async () => {
  const entry = new URL(
    `data:text/javascript,import('node:worker_threads').then(({ parentPort }) => parentPort.on('message', () => process.exit(1)))`,
  );
  const [first = ''] = MODULES;
  const here = await openSources().read(first);
  expect(await openSources(entry).read(first)).toEqual(here);
});

test('a file that cannot be read fails the reading of the modules that import it, with the fault itself', async () => {
  const fault = new Error('EACCES');
  const sources = openSources(ENTRY, (path) => {
    if (path.endsWith('/shared.ts')) throw fault;
    return "import { base } from './shared.js';\nexport const list = base.query(() => 1);\n";
  });
  await expect(sources.read(join(root, 'items.ts'))).rejects.toBe(fault);
});
