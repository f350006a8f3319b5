import type { BuildProgress, BuildStage } from '../compiler/progress.js';

const STAGES: readonly BuildStage[] = ['parse', 'emit', 'bundle'];

/** Where each number stands, and the text behind them. */
const STAGE = 0;
const FILES = 1;
const CHANGES = 2;
const PATH_BYTES = 3;
const TIMEOUT_MS = 4;
const BUNDLER = 5;
const NUMBERS = 6;
const MOST_PATH_BYTES = 4_096;
const MOST_MS = 2 ** 31 - 1;

/** What a build is at, for another thread to read while this one may never come to its end. */
export interface ProgressState {
  /** Null before the first. */
  readonly stage: BuildStage | null;
  /** How many procedure files there are. */
  readonly files: number;
  /** The module whose code runs, absolute; null when none does. */
  readonly path: string | null;
  /** Another number whenever another module's code runs. */
  readonly changes: number;
  /** So long it may run, in ms. */
  readonly timeoutMs: number;
  /** The process id of esbuild; null where it does not run. */
  readonly bundlerPid: number | null;
}

/** Memory that two threads share. */
export function createProgressBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT + MOST_PATH_BYTES);
}

/** Forgets what the build before was at, and says how long the configuration may run. No build may be under way; esbuild may. */
export function resetProgress(buffer: SharedArrayBuffer, timeoutMs: number): void {
  const numbers = new Int32Array(buffer, 0, NUMBERS).fill(0, STAGE, BUNDLER);
  numbers[TIMEOUT_MS] = Math.min(timeoutMs, MOST_MS);
}

/** Writes what a build is at into memory that another thread reads. */
export function shareProgress(buffer: SharedArrayBuffer): BuildProgress {
  const numbers = new Int32Array(buffer, 0, NUMBERS);
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
    limit: (timeoutMs) => void Atomics.store(numbers, TIMEOUT_MS, Math.min(timeoutMs, MOST_MS)),
  };
}

/** Tells the other thread the process of esbuild: whoever ends a thread has to end that first, or else it reports a deadlock. */
export function shareBundler(buffer: SharedArrayBuffer, pid: number): void {
  Atomics.store(new Int32Array(buffer, 0, NUMBERS), BUNDLER, pid);
}

export function readProgress(buffer: SharedArrayBuffer): ProgressState {
  const numbers = new Int32Array(buffer, 0, NUMBERS);
  // A decoder takes no memory that another thread may write to.
  const text = new Uint8Array(buffer, numbers.byteLength).slice(0, Atomics.load(numbers, PATH_BYTES));
  return {
    stage: STAGES[Atomics.load(numbers, STAGE) - 1] ?? null,
    files: Atomics.load(numbers, FILES),
    path: text.length === 0 ? null : new TextDecoder().decode(text),
    changes: Atomics.load(numbers, CHANGES),
    timeoutMs: Atomics.load(numbers, TIMEOUT_MS),
    bundlerPid: Atomics.load(numbers, BUNDLER) || null,
  };
}
