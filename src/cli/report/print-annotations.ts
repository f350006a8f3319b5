import { makeLinesPrintable } from '../print/make-printable.js';
import type { Problem } from './problem.js';

/**
 * The problems as workflow commands of GitHub Actions, one per line, which become annotations:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function printAnnotations(problems: readonly Problem[]): string {
  return problems.map((problem) => `${printAnnotation(problem)}\n`).join('');
}

function printAnnotation({ code, severity, message, help, location }: Problem): string {
  const properties = {
    ...(location && {
      file: location.file,
      line: location.line,
      col: location.column,
      endColumn: location.column + location.length - 1,
    }),
    title: `procgen: ${code}`,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${list.join(',')}::${escapeText(help ? `${message}\n${help}` : message)}`;
}

function escapeText(text: string): string {
  return makeLinesPrintable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
