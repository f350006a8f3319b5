import type { BuildProgress, BuildStage } from '../compiler/progress.js';

const STAGES: readonly BuildStage[] = ['parse', 'emit', 'bundle'];

/** The positions of the numbers, which the text follows. */
const STAGE = 0;
const FILES = 1;
const CHANGES = 2;
const PATH_BYTES = 3;
const TIMEOUT_MS = 4;
const BUNDLER_PID = 5;
const NUMBER_COUNT = 6;
const MAX_PATH_BYTES = 4_096;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The progress of a build, which another thread can read even if the build never finishes. */
export interface ProgressState {
  /** Null before the first stage. */
  readonly stage: BuildStage | null;
  /** The number of procedure files. */
  readonly files: number;
  /** The module whose code is running, absolute; null if there is none. */
  readonly path: string | null;
  /** Changes whenever another module's code runs. */
  readonly changes: number;
  /** How long that code may run. */
  readonly timeoutMs: number;
  /** The process id of esbuild; null if it is not running. */
  readonly bundlerPid: number | null;
}

/** Creates memory that two threads share. */
export function createProgressBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBER_COUNT * Int32Array.BYTES_PER_ELEMENT + MAX_PATH_BYTES);
}

/** Clears the progress of the last build and limits the configuration's run time. Only esbuild may be running. */
export function resetProgress(buffer: SharedArrayBuffer, timeoutMs: number): void {
  const numbers = new Int32Array(buffer, 0, NUMBER_COUNT).fill(0, STAGE, BUNDLER_PID);
  numbers[TIMEOUT_MS] = Math.min(timeoutMs, MAX_TIMEOUT_MS);
}

/** Writes the progress of a build to memory that another thread reads. */
export function shareProgress(buffer: SharedArrayBuffer): BuildProgress {
  const numbers = new Int32Array(buffer, 0, NUMBER_COUNT);
  const text = new Uint8Array(buffer, numbers.byteLength);
  const encoder = new TextEncoder();
  let current: string | null = null;
  return {
    enter(stage, files) {
      Atomics.store(numbers, FILES, files);
      Atomics.store(numbers, STAGE, STAGES.indexOf(stage) + 1);
    },
    evaluate(path) {
      if (path === current) return;
      current = path;
      Atomics.store(numbers, PATH_BYTES, encoder.encodeInto(path ?? '', text).written);
      Atomics.add(numbers, CHANGES, 1);
    },
    limit: (timeoutMs) => void Atomics.store(numbers, TIMEOUT_MS, Math.min(timeoutMs, MAX_TIMEOUT_MS)),
  };
}

/** Shares esbuild's process id: esbuild must end before its thread does, or else it reports a deadlock. */
export function shareBundlerPid(buffer: SharedArrayBuffer, pid: number): void {
  Atomics.store(new Int32Array(buffer, 0, NUMBER_COUNT), BUNDLER_PID, pid);
}

export function readProgress(buffer: SharedArrayBuffer): ProgressState {
  const numbers = new Int32Array(buffer, 0, NUMBER_COUNT);
  // A decoder does not accept memory that another thread may write to.
  const text = new Uint8Array(buffer, numbers.byteLength).slice(0, Atomics.load(numbers, PATH_BYTES));
  return {
    stage: STAGES[Atomics.load(numbers, STAGE) - 1] ?? null,
    files: Atomics.load(numbers, FILES),
    path: text.length === 0 ? null : new TextDecoder().decode(text),
    changes: Atomics.load(numbers, CHANGES),
    timeoutMs: Atomics.load(numbers, TIMEOUT_MS),
    bundlerPid: Atomics.load(numbers, BUNDLER_PID) || null,
  };
}
