import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Config } from '../../../src/definition/config.js';
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { createApp, createLog, createServer, type RouteTable } from '../../../src/runtime/index.js';
import type { Description } from './fuzz-request.js';

export interface FuzzTarget {
  readonly url: string;
  readonly description: Description;
  /** A key that may do everything. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Limits would answer before anything else is looked at. */
const NO_LIMIT = { limit: 1_000_000_000, windowMs: 60_000 };

/** Serves what `procgen build` wrote for `project`, on a store of its own and without limits, since it shares its process with who asks. */
export async function serveBuilt(project: string): Promise<FuzzTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-fuzz-'));
  const bundle = pathToFileURL(join(resolve(project), '.procgen/server/index.mjs')).href;
  const { routes, config = {} } = (await import(bundle)) as { routes: RouteTable; config?: Config };
  const keyring = await openKeyring({ store: 'file:store.json', cwd: folder });
  const app = createApp(
    routes,
    { ...config, rateLimits: { QUERY: NO_LIMIT, MUTATION: NO_LIMIT }, overload: false },
    { keyring, log: createLog({ level: 'silent' }) },
  );
  await app.ready();
  const server = createServer(app);
  const { port } = await server.listen(0, '127.0.0.1');
  const { secret } = await keyring.apiKeys.create({ userId: 'fuzz', name: 'fuzz' });
  return {
    url: `http://127.0.0.1:${port}`,
    description: JSON.parse(await readFile(fileURLToPath(routes.description), 'utf8')),
    key: secret,
    async stop() {
      server.server.closeAllConnections();
      await server.drain(0);
      await app.close();
      await keyring.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
