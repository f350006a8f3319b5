import type { DiagnosticCode } from './diagnostic-catalog.js';

/** A fault of the user's, as a value. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** One sentence: what is wrong. */
  readonly message: string;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** 1-based; a tab is one column. */
  readonly line: number;
  readonly column: number;
  /** How many columns are at fault, at least 1; never past the line's end. */
  readonly length: number;
  /** One sentence: what to do next. */
  readonly help: string;
  /** The other place, when there is one. */
  readonly related?: RelatedPlace;
}

export interface RelatedPlace {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
