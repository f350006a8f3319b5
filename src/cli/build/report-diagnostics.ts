import type { Diagnostic } from '../../compiler/diagnostic.js';
import type { Host } from '../../compiler/host.js';
import { createColors } from '../colors.js';
import type { Io } from '../io.js';
import { printDiagnostics } from '../print/print-diagnostic.js';
import { readSourceTexts } from '../print/read-source-texts.js';

/**
 * Shows the diagnostics on stderr, with the code they point at, the command that tells more, and an empty line after
 * them.
 */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  project: { readonly host: Host; readonly root: string },
  io: Io,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const texts = await readSourceTexts(project.host, project.root, diagnostics);
  const [code, ...others] = new Set(diagnostics.map((diagnostic) => diagnostic.code));
  const page = others.length === 0 ? code : '<code>';
  const told = printDiagnostics(diagnostics, texts, createColors(io, io.stderr));
  io.stderr.write(`${told}\nFor details: procgen explain ${page}\n\n`);
}
