import type { ProjectBuild } from '../../build/builder.js';
import { type Diagnostic, hasErrors } from '../../compiler/diagnostic.js';
import type { Host } from '../../compiler/host.js';
import type { Severity } from '../../model/diagnostic-catalog.js';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import type { Io } from '../io.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import { printDiagnostics } from '../print/print-diagnostic.js';
import { printDuration } from '../print/print-duration.js';
import { readSourceTexts } from '../print/read-source-texts.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';

/** Returns the last line of the output: what was done, or why nothing was. */
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

/** Prints a note per line about files that were overwritten, deleted or left over, and about a failed save. */
export function printBuildNotes({ edited, surplus, backupFolder, saveFailure }: ProjectBuild): string {
  const notes = [
    ...edited.map(
      (path) =>
        `${path} was edited by hand and has been overwritten; the edited version was saved to ${backupFolder}/${path}`,
    ),
    ...surplus.map(({ path, isUntouched }) =>
      isUntouched
        ? `${path} is no longer generated and was deleted`
        : `${path} is no longer generated, but was kept because it may have been edited; delete it if you no longer need it`,
    ),
    ...(saveFailure === undefined ? [] : [`${saveFailure} The next build compiles everything again.`]),
  ];
  return notes.map((note) => `note: ${makePrintable(note)}\n`).join('');
}

/** Prints the diagnostics to stderr, with code frames, the command for details, and an empty line after them. */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  project: { readonly host: Host; readonly root: string },
  io: Io,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const texts = await readSourceTexts(project.host, project.root, diagnostics);
  const [code, ...others] = new Set(diagnostics.map((diagnostic) => diagnostic.code));
  const page = others.length === 0 ? code : '<code>';
  const text = printDiagnostics(diagnostics, texts, createColors(io, io.stderr));
  io.stderr.write(`${text}\nFor details: procgen explain ${page}\n\n`);
}

/** Throws if a file would be overwritten that no build has written. */
export function refuseForeignFiles(paths: readonly string[]): void {
  if (paths.length > 0) throw explainForeign(paths);
}

export function explainForeign([first, ...others]: readonly string[]): CliFailure {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new CliFailure(`"${first}" was not written by procgen${more}; nothing was written.`, {
    help: 'Choose another folder, or move the file out of the way.',
  });
}
