import { setImmediate } from 'node:timers/promises';
import type { Host } from '../host.js';
import { makePromise } from '../make-promise.js';
import { type AheadGround, askFirst } from './ask-ahead.js';
import { awaitPause } from './await-pause.js';
import { type BegunAhead, beginAhead } from './begin-ahead.js';
import { type Bundling, bundleModules, ignoreFaults } from './bundle-modules.js';
import { deferProcedures } from './defer-procedures.js';
import { finishAhead } from './finish-ahead.js';
import type { ServerEntry } from './run-bundler.js';

/** The modules of a server, which the bundler reads before there is a route table. */
export interface AheadBundling {
  /** Has it begin. Resolves when it knows of them, and is busy by itself; it never rejects. */
  begin(): Promise<void>;
  /** Bundles them with that table; anew, where the bundler's own rules could lead to something else. */
  finish(entry: ServerEntry): Bundling;
  /** There will be no table. Resolves when nothing is left of it; it never rejects. */
  abandon(): Promise<void>;
}

/** Finds out what the bundler has to ask for of the procedure files, which have been read. */
export function bundleAhead(host: Host, ground: AheadGround): AheadBundling {
  const { root } = ground;
  // What was read last is handed on before.
  const asking = setImmediate().then(() => askFirst(host, ground));
  // Who finishes it hears of a failure.
  asking.catch(() => {});
  let beginning: Promise<BegunAhead | null> = Promise.resolve(null);
  const table = makePromise<string>();
  // Only the bundler waits for it, if at all.
  table.promise.catch(() => {});
  const pause = awaitPause();
  let hasTable = false;
  const begin = async (onAheadRead: () => void) => {
    const first = await asking;
    const onTableRead = () => {
      hasTable = true;
      pause.delay();
    };
    const onQuestion = () => {
      if (hasTable) pause.delay();
    };
    const options = { table: table.promise, onAheadRead, onTableRead, onQuestion };
    return first && beginAhead(host, ground, { first, ...options });
  };
  const finish = (begun: BegunAhead, entry: ServerEntry): Bundling => {
    table.resolve(deferProcedures(entry.routes.text, entry.deferrals));
    const modules = finishAhead(host, ground, { begun, entry })
      .then((bundle) => bundle ?? bundleModules(host, root, entry).modules)
      .finally(pause.end);
    return { modules, isFed: pause.reached };
  };
  return {
    begin() {
      const feeding = makePromise<void>();
      beginning = begin(feeding.resolve).catch(ignoreFaults);
      beginning
        .then((begun) => begun?.bundle)
        .catch(() => {})
        .then(() => feeding.resolve());
      return feeding.promise;
    },
    finish(entry) {
      const bundling = beginning.then((begun) =>
        begun ? finish(begun, entry) : bundleModules(host, root, entry),
      );
      const modules = bundling.then((each) => each.modules);
      // Who waits for it hears of a failure, and so nobody has to.
      modules.catch(() => {});
      return { modules, isFed: bundling.then((each) => each.isFed).catch(() => {}) };
    },
    async abandon() {
      table.reject(new Error('There is no route table.'));
      await Promise.allSettled([asking, beginning.then((begun) => begun?.bundle)]);
    },
  };
}
