import { readFileSync } from 'node:fs';
import { describeProgram } from './list-commands.js';
import { printCommandLine } from './print-command-line.js';
import { printConfiguration } from './print-configuration.js';
import { printDiagnostics } from './print-diagnostics.js';
import { printMetadata } from './print-metadata.js';

const START = '<!-- reference: written by `npm run reference` -->\n\n';
const END = '\n\n<!-- /reference -->';

/**
 * The pages of `docs` with a reference, by path: the text between its marks is printed from the code, the rest stays as
 * it is. `root` is the folder of the repository.
 */
export function generateReference(root: string): ReadonlyMap<string, string> {
  const references = {
    'docs/command-line.md': printCommandLine(describeProgram()),
    'docs/configuration.md': printConfiguration(root, describeProgram()),
    'docs/metadata.md': printMetadata(root),
    'docs/troubleshooting.md': printDiagnostics(root),
  };
  return new Map(
    Object.entries(references).map(([path, reference]) => [path, replaceReference(root, path, reference)]),
  );
}

function replaceReference(root: string, path: string, reference: string): string {
  const page = readFileSync(`${root}/${path}`, 'utf8');
  const start = page.indexOf(START);
  const end = page.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`${path} has no marks of a reference.`);
  return `${page.slice(0, start)}${START}${reference}${page.slice(end)}`;
}
