import type { Diagnostic } from '../../compiler/diagnostic.js';
import { count } from './count.js';

/** `2 errors and 1 warning in 2 files`; empty when there are none. */
export function summarizeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const files = new Set(diagnostics.map((diagnostic) => diagnostic.file)).size;
  const kinds = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return kinds.length === 0 ? '' : `${kinds.join(' and ')} in ${count(files, 'file')}`;
}
