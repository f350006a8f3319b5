import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../definition/config.js';
import type { RouteTable } from '../../runtime/route-table.js';
import { CliFailure } from '../cli-failure.js';
import { BUNDLE_FILE } from '../server-bundle/bundle-paths.js';
import { explainApplicationFault } from './explain-application-fault.js';

/** What the built server exports. */
export interface ServerBundle {
  readonly routes: RouteTable;
  /** Undefined when the project has no configuration. */
  readonly config: Config | undefined;
}

/**
 * Imports the built server, and with it the application. Node imports what has one name once only: `edition` is part of
 * the name where a process imports what was built again.
 */
export async function importServerBundle(root: string, edition?: number): Promise<ServerBundle> {
  const { href } = pathToFileURL(join(root, BUNDLE_FILE));
  let bundle: Partial<ServerBundle>;
  try {
    bundle = await import(edition === undefined ? href : `${href}?${edition}`);
  } catch (error) {
    throw explainApplicationFault('The application could not be loaded', error, root);
  }
  if (!bundle.routes) throw new CliFailure(`${BUNDLE_FILE} is damaged.`, { help: 'Run "procgen build".' });
  return { routes: bundle.routes, config: bundle.config };
}
