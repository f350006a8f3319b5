import type { ProjectBuild } from '../../build/builder.js';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Severity } from '../../model/diagnostic-catalog.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';

/** The one line at the end: what was done, or why nothing was. */
export function summarizeBuild(
  { diagnostics, stats, plan }: ProjectBuild,
  durationMs: number,
  { failOn = 'error' }: { readonly failOn?: Severity } = {},
): string {
  const found = summarizeDiagnostics(diagnostics);
  if (hasErrors(diagnostics)) return `${found}; nothing was written.`;
  const files = count(plan.length, 'file');
  const unchanged = plan.filter((write) => write.status === 'unchanged').length;
  const source = count(stats.procedures, 'procedure');
  const time = printDuration(durationMs);
  const suffix = found === '' ? '' : `; ${found}${failOn === 'warning' ? ' (--fail-on warning)' : ''}`;
  if (unchanged === plan.length) return `${files} up to date with ${source}, checked in ${time}${suffix}`;
  const detail = unchanged === 0 ? '' : ` (${unchanged} unchanged)`;
  return `generated ${files} from ${source} in ${time}${detail}${suffix}`;
}

/** What a build did, or left undone, to files that somebody may miss, a line each. */
export function printBuildNotes({ edited, surplus, keptAt }: ProjectBuild): string {
  const notes = [
    ...edited.map(
      (path) =>
        `${path} was edited since it was generated, and is overwritten; the edited text is in ${keptAt}/${path}`,
    ),
    ...surplus.map(({ path, isUntouched }) =>
      isUntouched
        ? `${path} is no longer generated, and is deleted`
        : `${path} is no longer generated; it may have been edited, and stays until you delete it`,
    ),
  ];
  return notes.map((note) => `note: ${makePrintable(note)}\n`).join('');
}
