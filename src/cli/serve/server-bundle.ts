import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../definition/config.js';
import type { RouteTable } from '../../runtime/route-table.js';
import { CliFailure } from '../cli-failure.js';
import { BUNDLE_FILE } from '../server-bundle/bundle-paths.js';
import { explainApplicationError } from './explain-application-error.js';

/** The exports of the built server. */
export interface ServerBundle {
  readonly routes: RouteTable;
  /** Undefined when the project has no configuration. */
  readonly config: Config | undefined;
}

/**
 * Imports the built server, and with it the application. Node imports each URL only once, so `version` is part of the
 * URL if a process imports a new build. After `abandoned` resolves, nobody waits for the import.
 */
export async function importServerBundle(
  root: string,
  version?: number,
  abandoned?: Promise<unknown>,
): Promise<ServerBundle> {
  const { href } = pathToFileURL(join(root, BUNDLE_FILE));
  let bundle: Partial<ServerBundle>;
  process.on('exit', reportExit);
  abandoned?.then(() => process.off('exit', reportExit));
  try {
    bundle = await withTimeout(import(version === undefined ? href : `${href}?${version}`));
  } catch (error) {
    throw explainApplicationError('The application could not be loaded', error, root);
  } finally {
    process.off('exit', reportExit);
  }
  if (!bundle.routes) throw new CliFailure(`${BUNDLE_FILE} is damaged.`, { help: 'Run "procgen build".' });
  return { routes: bundle.routes, config: bundle.config };
}

/** How long an application may take to load. */
const LOAD_TIMEOUT_MS = 30_000;

/** Rejects if `loading` does not settle in time: Node exits or waits silently if a top-level `await` never settles. */
async function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  const message = `a top-level \`await\` has not settled within ${LOAD_TIMEOUT_MS / 1000} s`;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), LOAD_TIMEOUT_MS);
  });
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer));
}

function reportExit(code: number): void {
  process.stderr.write(
    `error: The application ended the process with exit code ${code} while it was loaded.\n`,
  );
}
