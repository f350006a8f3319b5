import type { ChangeCode } from './change-catalog.js';
import type { Level } from './level.js';

/** One fact about two descriptions, before it is known whose operations it touches. */
export interface Finding {
  readonly code: ChangeCode;
  /** One sentence in Markdown: what is different. */
  readonly message: string;
  /** JSON pointers into base and head; null where one of them has nothing to point at. */
  readonly base: string | null;
  readonly head: string | null;
}

/** One change, told once however many operations it touches. */
export interface Change extends Finding {
  readonly level: Level;
  /** `GET /items`, as the head writes it, in the order of the description; empty for the API as a whole. */
  readonly operations: readonly string[];
  /** One sentence: what it means for callers, or what to do about it. */
  readonly help: string;
}
