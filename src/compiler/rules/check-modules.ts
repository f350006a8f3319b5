import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ParsedFile, ParsedModule } from '../parsed/parsed-file.js';
import type { Rule } from './rule.js';

/** The modules that a server imports for its schemas let it start, and come to the same whenever they run. */
export const checkModules: Rule = ({ files }) =>
  files
    .filter(({ procedures }) => procedures.length > 0)
    .flatMap((file) => [...checkStart(file), ...file.modules.flatMap(checkReads)]);

function checkStart({ failingStarts }: ParsedFile): readonly Diagnostic[] {
  return failingStarts.map(({ statement, location }) => {
    const message = `A server stops at this \`${statement}\` when it starts; a build does not run it, since no schema needs it.`;
    return createDiagnostic('failing-start', location, message);
  });
}

const CONSEQUENCES = {
  clock: 'The clock is read when the schemas are made: a server keeps the time of its start.',
  random: 'A random value is made with the schemas: each server keeps its own.',
} as const;

function checkReads({ unstableReads }: ParsedModule): readonly Diagnostic[] {
  return unstableReads.map(({ source, location }) =>
    createDiagnostic('unstable-schema', location, CONSEQUENCES[source]),
  );
}
