import { createHash } from 'node:crypto';
import { makeLinesPrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import type { Problem } from './problem.js';

/**
 * The problems as a code quality report of GitLab:
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function printCodeQuality(problems: readonly Problem[]): string {
  const seen = new Map<string, number>();
  const entries = problems.map((problem) => {
    const { code, severity, message, location } = problem;
    const key = [code, message, location?.file].join('\n');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return {
      description: makeLinesPrintable(message),
      check_name: code,
      // Without the line, so that lines added above do not turn a problem into a new one.
      fingerprint: createHash('sha256').update(`${key}\n${count}`).digest('hex'),
      severity: severity === 'error' ? 'major' : 'minor',
      // GitLab ignores entries without a location.
      location: { path: location?.file ?? 'procgen.config.ts', lines: { begin: location?.line ?? 1 } },
    };
  });
  return printJson(entries);
}
