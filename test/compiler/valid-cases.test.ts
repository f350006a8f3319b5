import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkProject } from './support/check-project.js';
import { compileFolder, printDiagnosticsOf } from './support/compile-folder.js';

const CASES = new URL('../cases/valid/', import.meta.url);
const stories = readdirSync(CASES).filter((story) => existsSync(new URL(`${story}/expected/`, CASES)));
const FILES = ['expected/client.ts', 'expected/openapi.json', 'expected/routes.ts'];
/**
 * What every client ends with, and what one with streams has behind that. The expected client of a story holds what stands
 * before it.
 */
const RUNTIME = new URL('../client-runtime.ts', CASES);
const STREAM_RUNTIME = new URL('../client-stream-runtime.ts', CASES);

describe.each(stories)('the story %s', (story) => {
  const root = new URL(`${story}/`, CASES);

  test('compiles to what is expected, and its client to the byte to its own part and then the runtime of all', async () => {
    const { files, diagnostics } = await compileFolder(root);
    const warnings = new URL('expected/warnings.txt', root);
    const printed = await printDiagnosticsOf(root, diagnostics);
    if (existsSync(warnings)) await expect(printed).toMatchFileSnapshot(warnings.pathname);
    else expect(printed).toBe('');
    expect(files.map(({ path }) => path)).toEqual(FILES);
    for (const { path, text } of files.slice(1))
      await expect(text).toMatchFileSnapshot(new URL(path, root).pathname);
    const client = files[0]?.text ?? '';
    const [own, runtime, streamRuntime] = splitClient(client);
    await expect(own).toMatchFileSnapshot(new URL('expected/client.ts', root).pathname);
    await expect(runtime).toMatchFileSnapshot(RUNTIME.pathname);
    if (streamRuntime !== '') await expect(streamRuntime).toMatchFileSnapshot(STREAM_RUNTIME.pathname);
    expect(own + runtime + streamRuntime).toBe(client);
  });
});

/** A client before its runtime, the runtime, and that of streams. */
function splitClient(text: string): readonly [own: string, runtime: string, streamRuntime: string] {
  const [own = ''] = /^[\s\S]*\nconst CREDENTIALS_PREFIX = .*\n\n/.exec(text) ?? [];
  const [runtime = '', streamRuntime = ''] = text
    .slice(own.length)
    .split(/(?<=^}\n)(?=\n.*\nexport interface EventCallOptions )/m);
  return [own, runtime, streamRuntime];
}

const STREAMING = /\bstream(?:Events|Lines)</;

/** What `tsc` says about stories where they stand, with their whole clients. */
function checkStories(
  stories: readonly string[],
  version: '5.4' | '7',
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const runtime = readFileSync(RUNTIME, 'utf8');
  const streamRuntime = readFileSync(STREAM_RUNTIME, 'utf8');
  const folders = stories.map((story) => new URL(`${story}/`, CASES));
  const clients = stories
    .map((story) => [`${story}/client.ts`, new URL(`${story}/expected/client.ts`, CASES)] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, readFileSync(file, 'utf8')] as const)
    .map(([name, own]) => [name, own + runtime + (STREAMING.test(own) ? streamRuntime : '')] as const);
  return checkProject(folders, version, options, Object.fromEntries(clients));
}

describe('the stories and what they compile to satisfy every strict flag', () => {
  // The stories with a tsconfig of their own need options that the others must do without.
  const plain = stories.filter((story) => !existsSync(new URL(`${story}/tsconfig.json`, CASES)));
  const withExtensions = ['import-extensions'];
  const allowed = { allowImportingTsExtensions: true };

  test('on TypeScript 7, with imports of the extension .ts where a project asks for them', async () => {
    expect(await checkStories(plain, '7')).toBe('');
    expect(await checkStories(withExtensions, '7', allowed)).toBe('');
    expect(await checkStories(withExtensions, '7')).toContain('TS5097');
  });

  // Together, because most of the time goes to the declarations that all of them read. That the others do without the option
  // is held above.
  test('on TypeScript 5.4, with imports of the extension .ts', async () => {
    expect(await checkStories([...plain, ...withExtensions], '5.4', allowed)).toBe('');
  });
});
