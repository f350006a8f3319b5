import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { createApp, createLog, createServer, type RuntimeOptions } from '../../src/runtime/index.js';
import { openRaw } from './support/raw-connection.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
  tableOf,
  temporaryFolder,
} from './support/start-service.js';

afterAll(stopServices);

const say = (word: string | (() => Promise<string>)) =>
  routeOf(
    'say',
    procedure
      .meta({
        openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/say', protect: false },
        rateLimit: false,
      })
      .output(z.string())
      .query(() => (typeof word === 'string' ? word : word())),
  );

const log = createLog({ level: 'silent' });

function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Listens without waiting for the application to be ready. */
async function listen(
  config: Config,
  table: Awaited<ReturnType<typeof tableOf>>,
  options: RuntimeOptions = {},
) {
  const cwd = await temporaryFolder();
  const app = createApp(table, config, { log, cwd, ...options });
  const http = createServer(app);
  const { port } = await http.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    http,
    cwd,
    url,
    ask: (path: string, init?: RequestInit) => fetch(url + path, init),
    async stop() {
      await http.drain(0);
      await app.close();
    },
  };
}

describe('An application', () => {
  it('opens its store by itself, and gives it back when closed', async () => {
    const { app, ask, cwd, stop } = await listen(
      { store: 'file:keys.json' },
      await tableOf({ routes: [say('a')] }),
    );
    await app.ready();
    expect(await (await ask('/api/say')).json()).toBe('a');
    await expect(openKeyring({ store: 'file:keys.json', cwd })).rejects.toThrow();
    await stop();
    await (await openKeyring({ store: 'file:keys.json', cwd })).close();
  });

  it('leaves a shared keyring open', async () => {
    const keyring = await openKeyring({ store: 'file:keys.json', cwd: await temporaryFolder() });
    const app = createApp(await tableOf({ routes: [] }), {}, { log, keyring });
    await app.ready();
    await app.close();
    expect(await keyring.isReady()).toBe(true);
    await keyring.close();
  });

  it('H-16 makes requests wait until it is ready, but for the question whether it lives', async () => {
    const gate = latch();
    const { ask, stop } = await listen({ onStart: () => gate.opened }, await tableOf({ routes: [say('a')] }));
    const early = ask('/api/say');
    expect([(await ask('/livez')).status, (await ask('/readyz')).status]).toEqual([200, 503]);
    gate.open();
    expect((await early).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    await stop();
  });

  it.each([
    [true, 200],
    [false, 503],
  ])(
    'answers while something is still to be loaded, but /readyz waits for it (%s: %i)',
    async (isLoaded, status) => {
      let settle: (isLoaded: boolean) => void = () => {};
      const loaded = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      const { app, ask, stop } = await listen({}, await tableOf({ routes: [say('a')] }), { loaded });
      await app.ready();
      const ready = ask('/readyz');
      expect((await ask('/api/say')).status).toBe(200);
      const first = await Promise.race([ready, ask('/livez').then(() => 'nothing yet')]);
      expect(first).toBe('nothing yet');
      settle(isLoaded);
      expect((await ready).status).toBe(status);
      await stop();
    },
  );

  it.each<[string, Config]>([
    ['onStart rejects', { onStart: () => Promise.reject(new Error('no database')) }],
    ['the store cannot be opened', { store: 'file:/dev/null/keys.json' }],
  ])('that cannot start says so when %s, answers 503 and can be closed', async (_when, config) => {
    const { app, ask, stop } = await listen(config, await tableOf({ routes: [say('a')] }));
    await expect(app.ready()).rejects.toThrow();
    const response = await ask('/api/say');
    expect([response.status, await response.json()]).toEqual([
      503,
      { success: false, message: 'The service is unavailable.' },
    ]);
    expect((await ask('/readyz')).status).toBe(503);
    await stop();
  });

  it('without its description cannot start', async () => {
    const table = {
      ...(await tableOf({ routes: [] })),
      description: new URL('file:///nowhere/openapi.json'),
    };
    const { app, stop } = await listen({}, table);
    await expect(app.ready()).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('ENOENT'),
      help: expect.stringContaining('generated/openapi.json'),
    });
    await stop();
  });

  it('runs onStop once, after the last request, and answers nothing after it', async () => {
    const gate = latch();
    const begun = latch();
    const events: string[] = [];
    const table = await tableOf({
      routes: [
        say(async () => {
          begun.open();
          await gate.opened;
          events.push('answered');
          return 'a';
        }),
      ],
    });
    const config: Config = {
      onStart: () => void events.push('start'),
      onStop: () => void events.push('stop'),
    };
    const { app, ask, stop } = await listen(config, table);
    const requested = ask('/api/say');
    await begun.opened;
    const closed = Promise.all([app.close(), app.close()]);
    expect((await ask('/api/say')).status).toBe(503);
    gate.open();
    await closed;
    expect(events).toEqual(['start', 'answered', 'stop']);
    expect((await requested).status).toBe(200);
    await stop();
  });

  it('waits as long as it is told, also for ever', async () => {
    const gate = latch();
    const begun = latch();
    const events: string[] = [];
    const slow = async () => {
      begun.open();
      await gate.opened;
      events.push('answered');
      return 'a';
    };
    const { app, ask, stop } = await listen(
      { onStop: () => void events.push('stop') },
      await tableOf({ routes: [say(slow)] }),
    );
    const requested = ask('/api/say');
    await begun.opened;
    const closed = app.close(Number.POSITIVE_INFINITY);
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.open();
    await closed;
    expect(events).toEqual(['answered', 'stop']);
    await requested;
    await stop();
  });

  it('waits no longer than the drain before it for a handler whose caller has left', async () => {
    const [begun, left] = [latch(), latch()];
    const endless = procedure
      .meta({
        openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/endless', protect: false },
        rateLimit: false,
      })
      .output(z.void())
      .query(async ({ ctx }) => {
        ctx.signal.addEventListener('abort', left.open);
        begun.open();
        await new Promise(() => {});
      });
    const { app, http, url } = await listen({}, await tableOf({ routes: [routeOf('endless', endless)] }));
    const { socket } = await openRaw(url, 'GET /api/endless HTTP/1.1\r\nHost: test\r\n\r\n');
    await begun.opened;
    socket.destroy();
    await left.opened;
    expect(await http.drain(300)).toBe(true);
    await app.close(Number.POSITIVE_INFINITY);
  });

  it('waits for no answer through Koa whose caller left before its turn on the connection', async () => {
    const begun = [latch(), latch()];
    const untilGone = (path: '/first' | '/second') =>
      procedure
        .meta({
          openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false },
          rateLimit: false,
        })
        .output(z.void())
        .query(async ({ ctx }) => {
          begun[path === '/first' ? 0 : 1]?.open();
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
          if (ctx.koa) ctx.koa.body = 'late';
        });
    const routes = [routeOf('first', untilGone('/first')), routeOf('second', untilGone('/second'))];
    const { app, url, stop } = await listen({}, await tableOf({ routes }));
    await app.ready();
    const request = (path: string) => `GET /api${path} HTTP/1.1\r\nHost: test\r\n\r\n`;
    const { socket } = await openRaw(url, request('/first') + request('/second'));
    await Promise.all(begun.map(({ opened }) => opened));
    socket.destroy();
    await app.close(Number.POSITIVE_INFINITY);
    await stop();
  });

  it('waits no longer than its deadline for an onStart, and stops what starts later', async () => {
    const [gate, stopped] = [latch(), latch()];
    const warnings: unknown[] = [];
    const { app, stop } = await listen(
      { onStart: () => gate.opened, onStop: stopped.open },
      await tableOf({ routes: [say('a')] }),
      {
        log: createLog({
          level: 'warn',
          destination: { write: (line) => void warnings.push(JSON.parse(line)) },
        }),
      },
    );
    await app.close(20);
    expect(warnings).toMatchObject([{ msg: 'no longer waiting for an onStart that is still running' }]);
    gate.open();
    await stopped.opened;
    await stop();
  });

  it('does not run onStop when onStart failed', async () => {
    let stops = 0;
    const config = {
      onStart: () => {
        throw new Error('no');
      },
      onStop: () => {
        stops += 1;
      },
    };
    const { app, stop } = await listen(config, await tableOf({ routes: [] }));
    await app.ready().catch(() => {});
    await stop();
    expect(stops).toBe(0);
  });
});

describe('Replacing the routes', () => {
  it('serves the new ones from the next request on, and stops the old ones after their last', async () => {
    const gate = latch();
    const begun = latch();
    const stopped = latch();
    const events: string[] = [];
    const hooks = (name: string): Config => ({
      onStart: () => void events.push(`start ${name}`),
      onStop: () => {
        events.push(`stop ${name}`);
        stopped.open();
      },
    });
    const service = await startService({
      routes: [
        say(async () => {
          begun.open();
          await gate.opened;
          return 'old';
        }),
      ],
      config: hooks('old'),
    });
    const key = await service.createKey();
    const old = service.ask('/api/say');
    await begun.opened;
    await service.app.replaceRoutes(await tableOf({ routes: [say('new')] }), hooks('new'));
    expect(await (await service.ask('/api/say')).json()).toBe('new');
    expect(events).toEqual(['start old', 'start new']);
    gate.open();
    expect(await (await old).json()).toBe('old');
    await stopped.opened;
    expect(events).toEqual(['start old', 'start new', 'stop old']);
    expect(await service.keyring.apiKeys.verify(key)).not.toBeNull();
  });

  it('that cannot start keeps the old ones', async () => {
    const service: RunningService = await startService({ routes: [say('old')] });
    const onStart = () => Promise.reject(new Error('no'));
    await expect(
      service.app.replaceRoutes(await tableOf({ routes: [say('new')] }), { onStart }),
    ).rejects.toThrow();
    expect(await (await service.ask('/api/say')).json()).toBe('old');
    await service.app.replaceRoutes(await tableOf({ routes: [say('third')] }));
    expect(await (await service.ask('/api/say')).json()).toBe('third');
  });

  it('waits for none whose onStart does not end, and stops what has started too late', async () => {
    const service = await startService({ routes: [say('old')] });
    const [begun, gate, stopped] = [latch(), latch(), latch()];
    const onStart = () => {
      begun.open();
      return gate.opened;
    };
    const slow = service.app.replaceRoutes(await tableOf({ routes: [say('slow')] }), {
      onStart,
      onStop: stopped.open,
    });
    await begun.opened;
    await service.app.replaceRoutes(await tableOf({ routes: [say('new')] }));
    expect(await (await service.ask('/api/say')).json()).toBe('new');
    gate.open();
    await Promise.all([slow, stopped.opened]);
    expect(await (await service.ask('/api/say')).json()).toBe('new');
  });

  it('brings the new description', async () => {
    const service = await startService({ routes: [say('old')] });
    const before = (await service.ask('/api/openapi.json')).headers.get('ETag');
    const file = join(await temporaryFolder(), 'openapi.json');
    await writeFile(file, '{"openapi":"3.1.1"}');
    const table = { ...(await tableOf({ routes: [say('new')] })), description: pathToFileURL(file) };
    await service.app.replaceRoutes(table);
    const after = await service.ask('/api/openapi.json');
    expect(await after.text()).toBe('{"openapi":"3.1.1"}');
    expect(after.headers.get('ETag')).not.toBe(before);
  });
});
