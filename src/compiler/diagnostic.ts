import {
  DIAGNOSTIC_CATALOG,
  type DiagnosticCode,
  type Severity,
  severityOf,
} from '../model/diagnostic-catalog.js';
import { comparePlaces, type Place } from './place.js';

/** An error or a warning about the user's files, as a value. */
export interface Diagnostic extends Place {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do next. */
  readonly help: string;
  /** The other place, when there is one. */
  readonly related?: RelatedPlace;
}

export interface RelatedPlace extends Place {
  readonly message: string;
}

/** A diagnostic at `place`, as severe as its code; the help is the catalog's unless the caller knows better. */
export function createDiagnostic(
  code: DiagnosticCode,
  place: Place,
  message: string,
  more: { readonly help?: string | undefined; readonly related?: RelatedPlace } = {},
): Diagnostic {
  const { file, line, column, length } = place;
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
      comparePlaces(left, right) || compare(left.code, right.code) || compare(left.message, right.message),
  );
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return (
      !before ||
      comparePlaces(before, diagnostic) !== 0 ||
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
