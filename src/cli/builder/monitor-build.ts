import { relative } from 'node:path';
import { readProgress } from '../../build/shared-progress.js';
import { createDiagnostic } from '../../compiler/diagnostic.js';
import type { BuildStage } from '../../compiler/progress.js';
import { startOf } from '../../compiler/source-location.js';
import type { Io } from '../io.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import { showProgress } from '../print/show-progress.js';
import type { EndedBuild } from './build-worker.js';

/** How often the progress of a build is read. */
const POLL_MS = 100;
/** After this time in the code of one module, a note is printed. */
const SLOW_MS = 5_000;
/** How long code may run if files have changed since the build started and another build waits. */
const OUTDATED_MS = 1_000;

const STAGE_DESCRIPTIONS: Readonly<Record<BuildStage, string>> = {
  parse: 'evaluating the schemas of',
  emit: 'generating from',
  bundle: 'bundling the server of',
};

export interface BuildMonitor {
  /** Resolves when the code of a module has run for too long and is not expected to finish. */
  readonly stuck: Promise<EndedBuild>;
  /** Gives up on code that runs for long, since another build waits. */
  cancelStuck(): void;
  end(): void;
}

/** Shows the progress of a build in another thread, and detects project code that does not finish. */
export function monitorBuild(buffer: SharedArrayBuffer, root: string, io: Io): BuildMonitor {
  const progress = showProgress(io);
  let { changes } = readProgress(buffer);
  // Counted, since a clock continues while this process is stopped.
  let ranMs = 0;
  let isOutdated = false;
  let settle: (build: EndedBuild) => void = () => {};
  const stuck = new Promise<EndedBuild>((resolve) => {
    settle = resolve;
  });
  const poll = () => {
    const { stage, files, path, timeoutMs, ...state } = readProgress(buffer);
    if (stage) progress.begin(`${STAGE_DESCRIPTIONS[stage]} ${count(files, 'procedure file')}`);
    ranMs = state.changes === changes && path !== null ? ranMs + POLL_MS : 0;
    changes = state.changes;
    if (path === null) return;
    const file = relative(root, path).replaceAll('\\', '/');
    if (ranMs === SLOW_MS) {
      progress.end();
      io.stderr.write(`note: the code of ${makePrintable(file)} has been running for 5 s\n`);
    }
    if (ranMs < (isOutdated ? Math.min(OUTDATED_MS, timeoutMs) : timeoutMs)) return;
    const message = `The code of this file was stopped because it was still running after ${printDuration(ranMs)}.`;
    const diagnostic = createDiagnostic('failing-import', startOf(file), message, { help: HELP });
    settle({ kind: 'ended', diagnostic, isConfigBroken: stage === null });
  };
  const timer = setInterval(poll, POLL_MS);
  return {
    stuck,
    cancelStuck() {
      isOutdated = true;
    },
    end() {
      clearInterval(timer);
      progress.end();
    },
  };
}

const HELP =
  'A build runs the code that creates the schemas, and the emitters. Look for an endless loop or an `await` that never settles. `buildTimeoutMs` in the configuration allows more time.';
