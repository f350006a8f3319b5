import type { Config } from '../../definition/config.js';
import type { RouteTable } from '../../runtime/route-table.js';
import type { Running } from '../../runtime/running.js';
import { createColors } from '../colors.js';
import { explainFailure } from '../explain-failure.js';
import type { Io } from '../io.js';
import { printFailure } from '../print/print-failure.js';
import { explainApplicationError } from './explain-application-error.js';
import { loadDeferred } from './load-deferred.js';
import { importServerBundle } from './server-bundle.js';

/** The routes of one build, and their configuration. */
export interface ServedVersion {
  readonly routes: RouteTable;
  readonly config: Config;
}

/** The service that serves them. */
type Replaceable = Pick<Running, 'replaceRoutes'>;

/** The builds that a watching server serves, one after the other. */
export interface ServedVersions {
  /** The first build that could be loaded. */
  readonly first: Promise<ServedVersion>;
  /** Describes what is still served if the next build cannot be: a line for people. */
  describeServed(): string;
  /** From now on, `app` serves each build that is taken. */
  serve(app: Replaceable): Promise<void>;
  /**
   * Loads the last build and serves it. False if the application throws, which has been reported then, or if the build
   * is outdated before that is done.
   */
  apply(outdated?: Promise<void>): Promise<boolean>;
}

/** Options that are applied once, when a server starts. */
const STARTUP_OPTIONS = [
  'store',
  'rateLimitStore',
  'signIn',
  'accessLog',
  'maxKeysPerUser',
  'keyCacheSize',
  'overload',
] as const;

export function createServedVersions(
  root: string,
  override: (config: Config | undefined) => Config,
  io: Io,
): ServedVersions {
  let count = 0;
  let app: Replaceable | undefined;
  let latest: ServedVersion | undefined;
  let resolveFirst: (version: ServedVersion) => void = () => {};
  const first = new Promise<ServedVersion>((resolve) => {
    resolveFirst = resolve;
  });

  async function load(outdated: Promise<unknown>): Promise<ServedVersion> {
    count += 1;
    const { routes, config } = await importServerBundle(root, count, outdated);
    // The current build is served until the next one is fully loaded; nothing is served before the first.
    await loadDeferred(routes, root);
    return { routes, config: override(config) };
  }

  async function replace(next: ServedVersion): Promise<void> {
    try {
      await app?.replaceRoutes(next.routes, next.config);
    } catch (error) {
      throw explainApplicationError('The application could not start', error, root);
    }
  }

  function reportStartupChanges(before: ServedVersion, next: ServedVersion): void {
    for (const option of listStartupChanges(before.config, next.config)) {
      io.stderr.write(`note: \`${option}\` has changed; restart the server to apply it\n`);
    }
  }

  const describeServed = () => (app ? 'still serving the last successful build' : 'not serving yet');

  function reportFailure(error: unknown): void {
    const failure = explainFailure(error);
    if (!failure) throw error;
    const colors = createColors(io, io.stderr);
    io.stderr.write(`${printFailure(failure, colors)}${describeServed()}; waiting for changes\n`);
  }

  return {
    first,
    describeServed,
    async serve(started) {
      app = started;
      // A later build may have finished while the server started.
      if (latest && latest !== (await first)) await replace(latest).catch(reportFailure);
    },
    async apply(outdated = new Promise(() => {})) {
      let isOutdated = false;
      const superseded = outdated.then(() => {
        isOutdated = true;
        return false;
      });
      const applied = load(outdated).then(async (next) => {
        if (isOutdated) return false;
        if (app) await replace(next);
        // A later build is served, and this one has been stopped.
        if (isOutdated) return false;
        if (latest) reportStartupChanges(latest, next);
        latest = next;
        resolveFirst(next);
        return true;
      });
      return Promise.race([applied, superseded]).catch((error: unknown) => {
        reportFailure(error);
        return false;
      });
    },
  };
}

function listStartupChanges(before: Config, after: Config): readonly string[] {
  const print = (config: Config, option: (typeof STARTUP_OPTIONS)[number]) => JSON.stringify(config[option]);
  return STARTUP_OPTIONS.filter((option) => print(before, option) !== print(after, option));
}
