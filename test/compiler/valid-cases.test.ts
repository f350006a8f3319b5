import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CASES,
  checkStories,
  PLAIN_STORIES,
  RUNTIME,
  STORIES,
  STREAM_RUNTIME,
} from './support/check-stories.js';
import { compileFolder, printDiagnosticsOf } from './support/compile-folder.js';

const FILES = ['expected/client.ts', 'expected/openapi.json', 'expected/routes.ts'];

describe.each(STORIES)('the story %s', (story) => {
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

// `valid-cases.full.test.ts` holds it on the oldest compiler too.
test('the stories and what they compile to satisfy every strict flag on TypeScript 7, with imports of the extension .ts where a project asks for them', async () => {
  const withExtensions = ['import-extensions'];
  expect(await checkStories(PLAIN_STORIES, '7')).toBe('');
  expect(await checkStories(withExtensions, '7', { allowImportingTsExtensions: true })).toBe('');
  expect(await checkStories(withExtensions, '7')).toContain('TS5097');
});
