import { readFileSync } from 'node:fs';
import { DIAGNOSTIC_CATALOG, type DiagnosticCode, severityOf } from '../../src/model/diagnostic-catalog.js';
import { wrap } from './markdown.js';

/** Every diagnostic: what it means and what to do, the errors first. */
export function printDiagnostics(root: string): string {
  const codes = (Object.keys(DIAGNOSTIC_CATALOG) as DiagnosticCode[]).sort();
  const list = (severity: string) => codes.filter((code) => severityOf(code) === severity);
  return [
    '## Errors',
    ...list('error').map((code) => printDiagnostic(root, code)),
    '## Warnings',
    ...list('warning').map((code) => printDiagnostic(root, code)),
  ].join('\n\n');
}

function printDiagnostic(root: string, code: DiagnosticCode): string {
  const page = `src/compiler/diagnostics/${code}.md`;
  const [, meaning = ''] = readFileSync(`${root}/${page}`, 'utf8').split('\n\n');
  const help = `**Fix:** ${DIAGNOSTIC_CATALOG[code]} [Example](../${page}).`;
  return [`### ${code}`, wrap(meaning), wrap(help)].join('\n\n');
}
