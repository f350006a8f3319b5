import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ParsedFile } from '../parsed/parsed-file.js';
import type { Rule } from './rule.js';

/** The modules that a server imports for its schemas let it start. */
export const checkModules: Rule = ({ files }) =>
  files.filter(({ procedures }) => procedures.length > 0).flatMap(checkStart);

function checkStart({ failingStarts }: ParsedFile): readonly Diagnostic[] {
  return failingStarts.map(({ statement, place }) => {
    const message = `A server stops at this \`${statement}\` when it starts; a build does not run it, since no schema needs it.`;
    return createDiagnostic('failing-start', place, message);
  });
}
