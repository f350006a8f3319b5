import { isDeepStrictEqual } from 'node:util';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Builder, ProjectBuild } from '../builder.js';
import { watchFiles } from './watch-files.js';

/** What a build came to: also nothing, where something stood in its way. */
export type BuildOutcome = { readonly build: ProjectBuild } | { readonly error: unknown };

/** A build, and what it was made for. */
export interface Rebuild {
  readonly outcome: BuildOutcome;
  /** The changed files, absolute, sorted; none for the build before all, and for that which begins to watch. */
  readonly causes: readonly string[];
  /** Whether it was made before anything was watched. */
  readonly isFirst: boolean;
  /** When the first of the changes was seen, on the clock of `performance.now()`. */
  readonly seenAt: number;
  /** Resolves when files change again, or nothing is watched any longer: what has not been done with it by then may wait. */
  readonly outdated: Promise<void>;
}

export interface ProjectWatch {
  /** Resolves when changes are seen. */
  readonly ready: Promise<void>;
  /** Resolves when what was begun is done. */
  close(): Promise<void>;
}

/** A save is several events, and may be a deletion first: so long nothing may happen, and so long a file may be gone. */
const QUIET_MS = 10;

/**
 * In a folder that is just being made, or filled, events get lost before it is watched: so long after a build it is
 * looked whether there was another change. Where there was none that costs some milliseconds.
 */
const CHECK_MS = 250;

/**
 * Builds whenever something changes that the build before read, one build at a time. `onBuild` is told of each, `first`
 * included, which is that before all, and waited for. What it could not take, for which it gives false, is told again when
 * a file is saved as it was.
 */
export function watchProject(
  first: ProjectBuild,
  builder: Builder,
  onBuild: (build: Rebuild) => Promise<boolean>,
): ProjectWatch {
  const changed = new Set<string>();
  let seenAt = 0;
  let isAwaited = false;
  let isClosed = false;
  let last: BuildOutcome = { build: first };
  let isTaken = true;
  let outdate = () => {};
  let check: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  const onChange = (path: string) => {
    if (changed.size === 0) seenAt = performance.now();
    changed.add(path);
    // Code that does not come to its end may do so as it is now.
    builder.giveUp();
    outdate();
    if (isAwaited) return;
    isAwaited = true;
    working = working.then(work);
  };
  const files = watchFiles(first.watched, onChange);

  async function work(): Promise<void> {
    await untilQuiet(changed);
    const causes = [...changed].sort();
    changed.clear();
    // The build reads them from here on: the end of a save whose beginning was seen is no second change.
    files.acknowledge(causes);
    isAwaited = false;
    await build(causes, seenAt);
    clearTimeout(check);
    check = setTimeout(() => {
      working = working.then(() => build([], performance.now()));
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
    // What was wrong has been changed in the meantime: the build that waits tells.
    if (isAwaited && !isGood(outcome)) return;
    const isOld = isSame(outcome, last) && (causes.length === 0 || (isTaken && isGood(outcome)));
    last = outcome;
    if (!isOld) await tell({ outcome, causes, seenAt: since, isFirst: false });
  }

  async function tell(build: Omit<Rebuild, 'outdated'>): Promise<void> {
    const outdated = new Promise<void>((resolve) => {
      outdate = resolve;
    });
    if (isAwaited || isClosed) outdate();
    isTaken = await onBuild({ ...build, outdated });
  }

  working = tell({ outcome: last, causes: [], seenAt: performance.now(), isFirst: true });

  // What changed after the first build and before anything was watched has raised no event.
  const ready = files.ready.then(() => {
    working = working.then(() => build([], performance.now()));
    return working;
  });

  return {
    ready,
    async close() {
      isClosed = true;
      outdate();
      clearTimeout(check);
      await files.close();
      await builder.close();
      await working;
    },
  };
}

/** Whether a build came to what the one before did. */
function isSame(outcome: BuildOutcome, last: BuildOutcome): boolean {
  if (!('build' in outcome && 'build' in last)) return 'build' in outcome === 'build' in last;
  return isGood(last)
    ? outcome.build.id === last.build.id
    : isDeepStrictEqual(outcome.build.diagnostics, last.build.diagnostics);
}

/** Whether a build did what it should. */
export function isGood(outcome: BuildOutcome): boolean {
  return 'build' in outcome && !hasErrors(outcome.build.diagnostics) && outcome.build.foreign.length === 0;
}

async function untilQuiet(changed: ReadonlySet<string>): Promise<void> {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}
