import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCallServer } from '../../src/stores/file/call-server.js';

let folder: string;
let listener: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'procgen-calls-'));
});
afterEach(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

it('says good-bye to a caller who comes in after it was closed', async () => {
  const calls = createCallServer();
  listener = createServer((socket) => calls.accept(socket)).listen(join(folder, 's'));
  await once(listener, 'listening');
  await calls.close();
  const caller = connect(join(folder, 's'));
  const [line] = await once(caller.setEncoding('utf8'), 'data');
  expect(JSON.parse(line)).toEqual({ bye: true });
  await once(caller, 'close');
});
