import {
  DIAGNOSTIC_CATALOG,
  type DiagnosticCode,
  type Severity,
  severityOf,
} from '../model/diagnostic-catalog.js';
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

/** A diagnostic at `location`, as severe as its code; the help is the catalog's unless the caller knows better. */
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

/** In the order they are printed: by file, line, column, then code and message. Exact repeats fall away. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...diagnostics].sort(
    (left, right) =>
      compareLocations(left, right) || compare(left.code, right.code) || compare(left.message, right.message),
  );
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return (
      !before ||
      compareLocations(before, diagnostic) !== 0 ||
      before.code !== diagnostic.code ||
      before.message !== diagnostic.message
    );
  });
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
