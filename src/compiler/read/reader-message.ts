import type { ModuleReader, ModuleText } from './module-reader.js';

/** One question to the thread that reads. */
export interface ReaderCall {
  readonly id: number;
  /** Calls of one session see the same files. */
  readonly session: number;
  readonly method: keyof ModuleReader;
  readonly module: ModuleText;
}

/** What the import that was asked for leads to; `hasFailed` where that could not be found out. */
export interface FoundImport {
  readonly found: number;
  readonly module: ModuleText | null;
  readonly hasFailed: boolean;
}

export type ToReader = { readonly calls: readonly ReaderCall[] } | FoundImport;

export interface ReaderAnswer {
  readonly id: number;
  readonly value?: unknown;
  /** The search that failed. */
  readonly failedFind?: number;
  /** The stack of a bug of ours. */
  readonly crash?: string;
}

/** What the thread has to know of the project before it can go on. */
export interface ImportQuestion {
  readonly find: number;
  readonly session: number;
  readonly importer: string;
  readonly specifier: string;
}

export type FromReader = { readonly answers: readonly ReaderAnswer[] } | ImportQuestion;
