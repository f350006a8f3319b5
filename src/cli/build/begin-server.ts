import { findRoutesPath } from '../../compiler/emit/routes/find-routes-path.js';
import type { Host } from '../../compiler/host.js';
import { type Bundling, bundleModules } from '../../compiler/write/bundle-modules.js';
import type { ServerEntry } from '../../compiler/write/run-bundler.js';
import type { FoundBuild } from '../build-cache/kept-builds.js';

/** A server bundle that is being made. */
export interface BegunServer extends Bundling {
  readonly entry: ServerEntry;
}

/** Begins to bundle a server. */
export function beginServer(host: Host, root: string, entry: ServerEntry): BegunServer {
  return { entry, ...bundleModules(host, root, entry) };
}

/** The server as it will be where changes leave the route table as it was, as most do. */
export async function guessServer(
  host: Host,
  root: string,
  { config, deferrals, known }: FoundBuild,
): Promise<ServerEntry | undefined> {
  const path = findRoutesPath(config);
  const text = await host.readFile(`${root}/${path}`);
  return text === null ? undefined : { config, routes: { path, text }, deferrals, known };
}

/** Whether it is the server of these routes and that configuration. */
export function isOf({ entry }: BegunServer, { config, routes, deferrals }: ServerEntry): boolean {
  return (
    entry.config === config &&
    entry.routes.text === routes.text &&
    JSON.stringify(entry.deferrals) === JSON.stringify(deferrals)
  );
}
