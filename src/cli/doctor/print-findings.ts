import { type Colors, PLAIN } from '../colors.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import type { Finding } from './finding.js';

/** The output of `procgen doctor --json`; `version` increases when the shape breaks. */
export interface DoctorReport {
  readonly version: 1;
  /** Whether no finding is a `fault`. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** One line per finding, its help below, and the totals at the end. */
export function printFindings(findings: readonly Finding[], colors: Colors = PLAIN): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, message, help }) => [
    `${paint(status, colors)}  ${check.padEnd(width)}  ${makePrintable(message)}`,
    ...(help === undefined
      ? []
      : [`${' '.repeat(width + 11)}${colors.cyan('help:')} ${makePrintable(help)}`]),
  ]);
  return `${lines.join('\n')}\n\n${summarize(findings)}\n`;
}

function paint(status: Finding['status'], colors: Colors): string {
  const paints = { ok: colors.green, warning: colors.yellow, fault: colors.red };
  return paints[status]((status === 'fault' ? 'error' : status).padEnd('warning'.length));
}

function summarize(findings: readonly Finding[]): string {
  const errors = findings.filter(({ status }) => status === 'fault').length;
  const warnings = findings.filter(({ status }) => status === 'warning').length;
  if (errors + warnings === 0) return 'Everything is in order.';
  return `${count(errors, 'error')}, ${count(warnings, 'warning')}.`;
}
