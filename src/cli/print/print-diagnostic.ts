import type { Diagnostic } from '../../compiler/diagnostic.js';
import { type Colors, PLAIN } from '../colors.js';
import { makePrintable } from './make-printable.js';
import { type FrameLocation, printCodeFrame } from './print-code-frame.js';

/** The texts of source files by the paths of diagnostics. */
export type SourceTexts = ReadonlyMap<string, string>;

/** A diagnostic as text: message, location, code frame, related location and help, without a final line break. */
export function printDiagnostic(diagnostic: Diagnostic, texts: SourceTexts, colors: Colors = PLAIN): string {
  const paint = diagnostic.severity === 'error' ? colors.red : colors.yellow;
  const parts = [
    `${colors.bold(paint(`${diagnostic.severity}[${diagnostic.code}]:`))} ${colors.bold(makePrintable(diagnostic.message))}`,
    ...printLocation(diagnostic, texts, colors, 1),
  ];
  if (diagnostic.related) {
    parts.push(`  ${colors.cyan('related:')} ${makePrintable(diagnostic.related.message)}`);
    parts.push(...printLocation(diagnostic.related, texts, colors, 0));
  }
  parts.push(`  ${colors.cyan('help:')} ${makePrintable(diagnostic.help)}`);
  return parts.join('\n');
}

/** Several diagnostics, separated by empty lines; empty without any. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  texts: SourceTexts,
  colors: Colors = PLAIN,
): string {
  return diagnostics.map((diagnostic) => `${printDiagnostic(diagnostic, texts, colors)}\n`).join('\n');
}

function printLocation(
  location: FrameLocation & { readonly file: string },
  texts: SourceTexts,
  colors: Colors,
  contextLines: number,
): string[] {
  const text = texts.get(location.file);
  const frame = text === undefined ? '' : printCodeFrame(text, location, { colors, contextLines });
  const header = `  ${colors.dim('-->')} ${makePrintable(location.file)}:${location.line}:${location.column}`;
  return frame === '' ? [header] : [header, frame.replace(/^/gm, '  ')];
}
