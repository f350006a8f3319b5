import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { createBuiltProject } from './built-server.js';

const LISTENING = /^listening on (http:\/\/localhost:(\d+))$/m;
const NEVER =
  '{ onStop: () => { process.stderr.write("onStop has begun\\n"); return new Promise(() => {}); } }';
/** Made by `/api/slow` in the place of its 300 ms; a timer keeps the process alive by itself. */
const ENDLESS = `globalThis.setTimeout = ((real) => (run, ms, ...rest) =>
  real(run, ms === 300 ? 3_600_000 : ms, ...rest))(setTimeout);`;

async function start(root: string) {
  const server = spawnProcgen(root, 'serve --mode production --port 0');
  const [, origin = ''] = await server.seen(LISTENING);
  await server.seen(/^ {2}sign in .*\n/m);
  return { ...server, origin };
}

function parseLines(out: string): readonly Record<string, unknown>[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('H-13 A handler and an onStop that never end are cut off within 9.5 s, and the log says so.', async () => {
  const root = await createBuiltProject(NEVER, ENDLESS);
  const server = await start(root);
  expect((await spawnProcgen(root, 'keys create --name ci').end).exitCode).toBe(0);
  const answer = fetch(`${server.origin}/api/slow?secret=1`, {
    headers: { 'X-Request-Id': 'stuck-1' },
  }).catch(() => 'cut off');
  await server.seen(/slow has begun/);
  const begin = performance.now();
  server.signal('SIGTERM');
  const { exitCode, out, err } = await server.end;
  expect(performance.now() - begin).toBeLessThan(9_500);
  expect(exitCode).toBe(0);
  expect(await answer).toBe('cut off');
  expect(err).toContain('onStop has begun');
  expect(err).not.toContain('Warning');
  const warnings = parseLines(out).filter(({ level }) => level === 'warn');
  expect(warnings).toMatchObject([
    {
      msg: 'a request was cut off: it did not finish before the server stopped',
      method: 'GET',
      path: '/api/slow',
      procedure: 'demo.slow',
      requestId: 'stuck-1',
    },
    { msg: 'no longer waiting for handlers that are still running', calls: 1 },
    { msg: 'onStop did not finish in time and was abandoned' },
  ]);
  expect(out).not.toContain('secret');
  expect(await readFile(join(root, '.procgen/store.json'), 'utf8')).toContain('"ci"');
  // The lock was given back.
  await start(root);
});

test('H-13 A handler whose caller has gone holds up the end no longer than others.', async () => {
  const root = await createBuiltProject('{}', ENDLESS);
  const server = await start(root);
  const controller = new AbortController();
  const answer = fetch(`${server.origin}/api/slow`, { signal: controller.signal }).catch(() => 'gone');
  await server.seen(/slow has begun/);
  controller.abort();
  await answer;
  const begin = performance.now();
  server.signal('SIGTERM');
  const { exitCode, out } = await server.end;
  expect([exitCode, performance.now() - begin < 9_500]).toEqual([0, true]);
  expect(parseLines(out)).toContainEqual(
    expect.objectContaining({ msg: 'no longer waiting for handlers that are still running', calls: 1 }),
  );
});

test('H-13 Callers who owe bodies and heads do not hold up the end.', async () => {
  const server = await start(await createBuiltProject());
  const port = Number(new URL(server.origin).port);
  const send = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve()));
      socket.on('error', () => {});
    });
  await send('POST /api/ping HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n');
  await send('GET /api/ping HTTP/1.1\r\nHost: te');
  const begin = performance.now();
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
  expect(performance.now() - begin).toBeLessThan(9_500);
});

test('H-13 Log lines that nobody takes do not hold up the end.', async () => {
  const top = `const { write } = process.stdout;
Object.defineProperty(process.stdout, 'writableLength', { get: () => 1 });
process.stdout.write = (text, callback) => callback ? false : write.call(process.stdout, text);`;
  const server = await start(await createBuiltProject('{}', top));
  const begin = performance.now();
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
  expect(performance.now() - begin).toBeLessThan(9_500);
});
