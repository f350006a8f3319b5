import type { Diagnostic } from '../../compiler/diagnostic.js';

/** A problem that code hosts show beside a line. */
export interface Problem {
  /** Kebab-case, such as `duplicate-route`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly help?: string | undefined;
  /** Absent for a problem without a file. */
  readonly location?: ProblemLocation;
}

/** 1-based, a tab one column; `file` relative to the repository, with `/`. */
export interface ProblemLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/**
 * A diagnostic of the compiler, whose paths are relative to the project; `folder` is the project in the repository.
 */
export function toProblem(diagnostic: Diagnostic, folder: string): Problem {
  const { code, severity, message, help, line, column, length } = diagnostic;
  return {
    code,
    severity,
    message,
    help,
    location: { file: joinPath(folder, diagnostic.file), line, column, length },
  };
}

/** Joins `packages/api` and `procedures/items.ts`; an empty folder adds nothing. */
export function joinPath(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}
