import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createListener } from '../../src/runtime/create-listener.js';
import { createLog } from '../../src/runtime/index.js';
import { routeOf, tableOf, temporaryFolder } from './support/start-service.js';

const ping = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/ping' } })
  .output(z.string())
  .query(() => 'pong');

it('A request that needs Koa where it cannot be loaded is answered 503, and the next one tries again.', async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line: string) => void lines.push(line) } });
  let isThere = false;
  const packages = {
    get Koa(): typeof Koa {
      if (!isThere) throw new Error('EMFILE: too many open files');
      return Koa;
    },
    Router,
  };
  const options = { log, cwd: await temporaryFolder(), mode: 'production' } as const;
  const listener = createListener(await tableOf({ routes: [routeOf('ping', ping)] }), {}, options, packages);
  await listener.ready();
  const server = createServer(listener.callback());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  try {
    const refused = await fetch(`${origin}/livez`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ success: false, message: 'The service is unavailable.' });
    expect(lines.join('')).toContain('EMFILE');
    expect(await (await fetch(`${origin}/api/ping`)).json()).toBe('pong');
    isThere = true;
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
    await listener.close();
  }
});
