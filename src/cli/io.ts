import type { Readable, Writable } from 'node:stream';
import type { Builder, Project } from '../build/builder.js';

/** What the command line uses of its process. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes lines of the server's log to stdout. A line that cannot be written is no failure of the command. */
  readonly log: Pick<Output, 'write'>;
  /** The terminal for prompts; null unless both streams are terminals. */
  readonly terminal: Terminal | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** When the process started, on the clock of `performance.now()`; durations start here. */
  readonly startedAt: number;
  /** Calls `listener` for every SIGINT and SIGTERM until the returned function is called. */
  onSignal(listener: (signal: StopSignal) => void): () => void;
  /** Calls `listener` for uncaught errors and unhandled rejections until the returned function is called. */
  onCrash(listener: (error: unknown) => void): () => void;
  /** Ends the process after `ms` with the code that `readCode` then returns, whatever is still running. */
  forceExitAfter(ms: number, readCode: () => number): void;
  /** Starts a builder of projects. */
  startBuilder(project: Project): Promise<Builder>;
  /** Enables source maps in stack traces. */
  enableSourceMaps(): void;
}

export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
}

/** The streams of prompts. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

export type StopSignal = 'SIGINT' | 'SIGTERM';
