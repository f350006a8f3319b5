import { pathToFileURL } from 'node:url';
import type { Config } from '../../../src/definition/config.js';
import type { RouteTable } from '../../../src/runtime/route-table.js';
import { REPOSITORY } from '../harness/places.js';

/** The handler of procgen as it is shipped. */
export async function openHandler(root: string, routes: RouteTable) {
  const runtime: typeof import('../../../src/runtime/index.js') = await import(
    pathToFileURL(`${REPOSITORY}dist/runtime/index.js`).href
  );
  const { config } = (await import(pathToFileURL(`${root}/.procgen/server/index.mjs`).href)) as {
    config: Config;
  };
  // A loop of calls never returns to the event loop, whose delay the overload gate measures.
  const handle = runtime.createFetchHandler(routes, { ...config, overload: false }, { cwd: root });
  await handle.ready();
  return { handle, close: handle.close };
}
