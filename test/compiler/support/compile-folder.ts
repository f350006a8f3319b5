import { createColors } from 'picocolors';
import { guardProcess } from '../../../src/build/guard-process.js';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { printDiagnostics } from '../../../src/cli/print/print-diagnostic.js';
import { readSourceTexts } from '../../../src/cli/print/read-source-texts.js';
import type { Compilation } from '../../../src/compiler/compilation.js';
import { compile } from '../../../src/compiler/compile.js';
import type { Extras } from '../../../src/compiler/emit/emit-all.js';

/** Compiles a project on the disk without writing anything. */
export async function compileFolder(folder: URL, extras: Extras = {}): Promise<Compilation> {
  return guardProcess(() => compile(createNodeHost(), { root: rootOf(folder), extras }));
}

/** The diagnostics of a project as the command line prints them, without colour. */
export async function printDiagnosticsIn(folder: URL): Promise<string> {
  return printDiagnosticsOf(folder, (await compileFolder(folder)).diagnostics);
}

/** The same of a compilation that is there. */
export async function printDiagnosticsOf(
  folder: URL,
  diagnostics: Compilation['diagnostics'],
): Promise<string> {
  const texts = await readSourceTexts(createNodeHost(), rootOf(folder), diagnostics);
  return printDiagnostics(diagnostics, texts, createColors(false));
}

function rootOf(folder: URL): string {
  return decodeURIComponent(folder.pathname).replace(/\/$/, '');
}
