import {
  DIAGNOSTIC_CATALOG,
  type DiagnosticCode,
  type Severity,
  severityOf,
} from '../model/diagnostic-catalog.js';
import { compareNames } from './compare-names.js';
import { compareLocations, type SourceLocation } from './source-location.js';

/** An error or a warning about the user's files, as a value. */
export interface Diagnostic extends SourceLocation {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do next. */
  readonly help: string;
  /** The related location, when there is one. */
  readonly related?: RelatedLocation;
}

export interface RelatedLocation extends SourceLocation {
  readonly message: string;
}

/** Creates a diagnostic at `location` with the severity of its code. `help` defaults to the catalog's. */
export function createDiagnostic(
  code: DiagnosticCode,
  location: SourceLocation,
  message: string,
  more: { readonly help?: string | undefined; readonly related?: RelatedLocation } = {},
): Diagnostic {
  const { file, line, column, length } = location;
  const help = more.help ?? DIAGNOSTIC_CATALOG[code];
  return {
    code,
    severity: severityOf(code),
    message,
    file,
    line,
    column,
    length,
    help,
    ...(more.related && { related: more.related }),
  };
}

/** Sorts diagnostics for printing, by file, line, column, code and message. Removes duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const compare = (left: Diagnostic, right: Diagnostic) =>
    compareLocations(left, right) ||
    compareNames(left.code, right.code) ||
    compareNames(left.message, right.message);
  const sorted = [...diagnostics].sort(compare);
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return !before || compare(before, diagnostic) !== 0;
  });
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
