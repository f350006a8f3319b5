import { isDeepStrictEqual } from 'node:util';
import { hasErrors } from '../build/report-diagnostics.js';
import type { BuildReply } from './build-reply.js';
import type { Builder } from './start-builder.js';
import { watchFiles } from './watch-files.js';

/** A build that was started by changes. */
export interface Rebuild {
  readonly reply: BuildReply;
  /** The changed files, absolute, sorted; none for the build that begins to watch. */
  readonly causes: readonly string[];
  /** When the first of the changes was seen, on the clock of `performance.now()`. */
  readonly seenAt: number;
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
 * Builds whenever something changes that the build before read, one build at a time; `first` is that before all.
 * `onRebuild` is told of each, and waited for.
 */
export function watchProject(
  first: BuildReply,
  builder: Builder,
  onRebuild: (rebuild: Rebuild) => Promise<void>,
): ProjectWatch {
  const changed = new Set<string>();
  let seenAt = 0;
  let isAwaited = false;
  let isClosed = false;
  let last = first;
  let check: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  const onChange = (path: string) => {
    if (changed.size === 0) seenAt = performance.now();
    changed.add(path);
    if (isAwaited) return;
    isAwaited = true;
    working = working.then(work);
  };
  const files = watchFiles(first.kind === 'built' ? first.build.watched : NOTHING, onChange);

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
    const reply = await builder.build();
    if (isClosed) return;
    if (reply.kind === 'built') files.follow(reply.build.watched);
    const isOld = isSame(reply, last, causes);
    last = reply;
    if (!isOld) await onRebuild({ reply, causes, seenAt: since });
  }

  // What changed after the first build and before anything was watched has raised no event.
  const ready = files.ready.then(() => {
    working = working.then(() => build([], performance.now()));
    return working;
  });

  return {
    ready,
    async close() {
      isClosed = true;
      clearTimeout(check);
      await files.close();
      await builder.close();
      await working;
    },
  };
}

/** Whether there is nothing to tell: nothing was compiled since the last good build, or nobody changed anything. */
function isSame(reply: BuildReply, last: BuildReply, causes: readonly string[]): boolean {
  if (reply.kind !== 'built' || last.kind !== 'built') return causes.length === 0 && reply.kind === last.kind;
  if (causes.length === 0 && !isGood(last))
    return isDeepStrictEqual(reply.build.diagnostics, last.build.diagnostics);
  return !reply.build.isCompiled && isGood(last);
}

/** Whether a build did what it should. */
export function isGood(reply: BuildReply): boolean {
  return reply.kind === 'built' && !hasErrors(reply.build.diagnostics);
}

const NOTHING = { files: [], folders: [] };

async function untilQuiet(changed: ReadonlySet<string>): Promise<void> {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}
