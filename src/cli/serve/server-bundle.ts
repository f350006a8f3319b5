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
 * Imports the built server, and with it the application. Node imports what has one name once only: `version` is part of
 * the name where a process imports what was built again. Once it is abandoned nobody waits for it any longer.
 */
export async function importServerBundle(
  root: string,
  version?: number,
  abandoned?: Promise<unknown>,
): Promise<ServerBundle> {
  const { href } = pathToFileURL(join(root, BUNDLE_FILE));
  let bundle: Partial<ServerBundle>;
  process.on('exit', tellEnd);
  abandoned?.then(() => process.off('exit', tellEnd));
  try {
    bundle = await limit(import(version === undefined ? href : `${href}?${version}`));
  } catch (error) {
    throw explainApplicationFault('The application could not be loaded', error, root);
  } finally {
    process.off('exit', tellEnd);
  }
  if (!bundle.routes) throw new CliFailure(`${BUNDLE_FILE} is damaged.`, { help: 'Run "procgen build".' });
  return { routes: bundle.routes, config: bundle.config };
}

/** What an application may take to load before it is said that it does not. */
const LONGEST_MS = 30_000;

/**
 * Rejects when that has not settled in time: Node ends, or waits, without a word where a top-level `await` never does.
 */
async function limit<Value>(loading: Promise<Value>): Promise<Value> {
  const message = `a top-level \`await\` has not settled within ${LONGEST_MS / 1000} s`;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), LONGEST_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

function tellEnd(code: number): void {
  process.stderr.write(
    `error: The application ended the process with exit code ${code} while it was loaded.\n`,
  );
}
