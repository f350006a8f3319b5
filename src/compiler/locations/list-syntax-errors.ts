import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { openSource } from './note-locations.js';
import { tsMorph } from './ts-morph.js';

/** Every syntax error of a module that does not parse, in TypeScript's words if it has any. */
export function listSyntaxErrors(module: ModuleSyntax): readonly Diagnostic[] {
  const source = openSource(module);
  const found = source.getProject().getProgram().getSyntacticDiagnostics(source);
  const errors = found.map((error) => ({
    message: tsMorph.ts.flattenDiagnosticMessageText(error.compilerObject.messageText, ' '),
    start: error.getStart(),
    end: error.getStart() + error.getLength(),
  }));
  const own = module.errors.map(({ message, start }) => ({ message, start, end: start }));
  return (errors.length > 0 ? errors : own).map(({ message, ...range }) =>
    createDiagnostic('syntax-error', locationOf(module, range), message),
  );
}
