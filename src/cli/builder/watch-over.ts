import { relative } from 'node:path';
import { readProgress } from '../../build/shared-progress.js';
import { createDiagnostic, type Diagnostic } from '../../compiler/diagnostic.js';
import { startOf } from '../../compiler/place.js';
import type { BuildStage } from '../../compiler/progress.js';
import type { Io } from '../io.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import { showProgress } from '../print/show-progress.js';

/** How often it is looked what a build is at. */
const LOOK_MS = 100;
/** After so long in the code of one module it is said. */
const SLOW_MS = 5_000;
const DEFAULT_TIMEOUT_MS = 30_000;

const WORDS: Readonly<Record<BuildStage, string>> = {
  parse: 'evaluating the schemas of',
  emit: 'generating from',
  bundle: 'bundling the server of',
};

export interface Watch {
  /** Resolves when the code of a module has run for too long, and nothing more is to be expected. */
  readonly stuck: Promise<Diagnostic>;
  /** Gives up code that runs for long already. */
  giveUp(): void;
  end(): void;
}

/** Shows what a build in another thread is at, and tells when code of the project's does not come to its end. */
export function watchOver(buffer: SharedArrayBuffer, root: string, io: Io): Watch {
  const progress = showProgress(io);
  let { changes } = readProgress(buffer);
  let since = performance.now();
  let isSlow = false;
  let settle: (diagnostic: Diagnostic) => void = () => {};
  const stuck = new Promise<Diagnostic>((resolve) => {
    settle = resolve;
  });
  const report = (path: string, ran: number) => {
    const file = relative(root, path).replaceAll('\\', '/');
    const message = `This file cannot be imported: its code was still running after ${Math.round(ran / 1_000)} s.`;
    const help =
      'A build runs the code that makes the schemas: look for a loop, or for an `await` that nothing ends. `buildTimeoutMs` of the configuration allows more time.';
    settle(createDiagnostic('failing-import', startOf(file), message, { help }));
  };
  const look = () => {
    const state = readProgress(buffer);
    if (state.stage) progress.begin(`${WORDS[state.stage]} ${count(state.files, 'procedure file')}`);
    if (state.changes !== changes || state.path === null) {
      ({ changes } = state);
      since = performance.now();
      isSlow = false;
      return;
    }
    const ran = performance.now() - since;
    if (ran > SLOW_MS && !isSlow) {
      isSlow = true;
      const file = makePrintable(relative(root, state.path));
      io.stderr.write(`note: the code of ${file} has been running for 5 s\n`);
    }
    if (ran > (state.timeoutMs ?? DEFAULT_TIMEOUT_MS)) report(state.path, ran);
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    stuck,
    giveUp() {
      const { path } = readProgress(buffer);
      if (isSlow && path !== null) report(path, performance.now() - since);
    },
    end() {
      clearInterval(timer);
      progress.end();
    },
  };
}
