import { isDeepStrictEqual } from 'node:util';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Builder, ProjectBuild } from '../builder.js';
import { watchFiles } from './watch-files.js';

/** The result of a build, or the error that prevented it. */
export type BuildOutcome = { readonly build: ProjectBuild } | { readonly error: unknown };

/** A build and what caused it. */
export interface Rebuild {
  readonly outcome: BuildOutcome;
  /** The changed files, absolute, sorted; empty for the first build, and for the one that starts the watch. */
  readonly causes: readonly string[];
  /** Whether it was made before the watch started. */
  readonly isFirst: boolean;
  /** When the first of the changes was seen, on the clock of `performance.now()`. */
  readonly seenAt: number;
  /** Resolves when files change again or the watch ends: what has not been done with the build by then may wait. */
  readonly outdated: Promise<void>;
}

export interface ProjectWatch {
  /** Resolves when changes are detected. */
  readonly ready: Promise<void>;
  /** Resolves when running work is done. */
  close(): Promise<void>;
}

/** A save is several events, and may start with a deletion: a build waits until no event has come for this long. */
const QUIET_MS = 10;

/**
 * Events get lost in a folder that is created or filled before it is watched, so there is one more build this long
 * after each. If nothing has changed, that takes some milliseconds.
 */
const CHECK_MS = 250;

/**
 * Builds whenever something changes that the last build has read, one build at a time. Calls `onBuild` with each build,
 * beginning with `first`, and awaits it. If it returns false, an unchanged result is reported again when a file is
 * saved without changes.
 */
export function watchProject(
  first: ProjectBuild,
  builder: Builder,
  onBuild: (build: Rebuild) => Promise<boolean>,
): ProjectWatch {
  const changed = new Set<string>();
  let seenAt = 0;
  let isScheduled = false;
  let isClosed = false;
  let last: BuildOutcome = { build: first };
  let isApplied = true;
  let outdate = () => {};
  let checkTimer: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();

  const onChange = (path: string) => {
    if (changed.size === 0) seenAt = performance.now();
    changed.add(path);
    // Code that does not finish may do so in its new version.
    builder.cancelStuck();
    outdate();
    if (isScheduled) return;
    isScheduled = true;
    queue = queue.then(rebuild);
  };
  const files = watchFiles(first.watched, onChange);

  async function rebuild(): Promise<void> {
    await waitUntilQuiet(changed);
    const causes = [...changed].sort();
    changed.clear();
    // The build reads them from here on: the end of a save that has begun is not another change.
    files.acknowledge(causes);
    isScheduled = false;
    await build(causes, seenAt);
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => {
      queue = queue.then(() => build([], performance.now()));
    }, CHECK_MS);
  }

  async function build(causes: readonly string[], since: number): Promise<void> {
    if (isClosed) return;
    const outcome = await builder.build().then(
      (built): BuildOutcome => ({ build: built }),
      (error: unknown): BuildOutcome => ({ error }),
    );
    if (isClosed) return;
    if ('build' in outcome) files.follow(outcome.build.watched);
    // The error may be fixed by now: the build that waits will report it.
    if (isScheduled && !isSuccessful(outcome)) return;
    const isRepeated = isSame(outcome, last) && (causes.length === 0 || (isApplied && isSuccessful(outcome)));
    last = outcome;
    if (!isRepeated) await report({ outcome, causes, seenAt: since, isFirst: false });
  }

  async function report(build: Omit<Rebuild, 'outdated'>): Promise<void> {
    const outdated = new Promise<void>((resolve) => {
      outdate = resolve;
    });
    if (isScheduled || isClosed) outdate();
    isApplied = await onBuild({ ...build, outdated });
  }

  queue = report({ outcome: last, causes: [], seenAt: performance.now(), isFirst: true });

  // Changes between the first build and the start of the watch have raised no event.
  const ready = files.ready.then(() => {
    queue = queue.then(() => build([], performance.now()));
    return queue;
  });

  return {
    ready,
    async close() {
      isClosed = true;
      outdate();
      clearTimeout(checkTimer);
      await files.close();
      await builder.close();
      await queue;
    },
  };
}

/** Whether a build has the same result as the last one. */
function isSame(outcome: BuildOutcome, last: BuildOutcome): boolean {
  if (!('build' in outcome && 'build' in last)) return 'build' in outcome === 'build' in last;
  return isSuccessful(last)
    ? outcome.build.id === last.build.id
    : isDeepStrictEqual(outcome.build.diagnostics, last.build.diagnostics);
}

/** Whether a build succeeded. */
export function isSuccessful(outcome: BuildOutcome): boolean {
  return 'build' in outcome && !hasErrors(outcome.build.diagnostics) && outcome.build.foreign.length === 0;
}

async function waitUntilQuiet(changed: ReadonlySet<string>): Promise<void> {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}
