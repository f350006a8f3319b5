import type { Readable, Writable } from 'node:stream';
import type { Builder } from '../build/builder.js';
import type { Project } from '../build/project.js';

/** The command line's whole view of the process it runs in. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Where a person can be asked; null unless both ends are terminals. */
  readonly terminal: Terminal | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** When the process began, on the clock of `performance.now()`; what durations are counted from. */
  readonly startedAt: number;
  /** Calls `listener` for every SIGINT and SIGTERM until the returned function is called. */
  onSignal(listener: (signal: StopSignal) => void): () => void;
  /** Calls `listener` for everything thrown or rejected that nobody caught, until the returned function is called. */
  onCrash(listener: (error: unknown) => void): () => void;
  /** Ends the process after `ms` at the latest with the code that `readCode` gives then, whatever is still to be done. */
  endWithin(ms: number, readCode: () => number): void;
  /** Starts what builds a project. */
  startBuilder(project: Project): Promise<Builder>;
  /** Shows TypeScript in the stacks of code that carries source maps. */
  enableSourceMaps(): void;
}

export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
}

/** What questions are read from and written to. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

export type StopSignal = 'SIGINT' | 'SIGTERM';
