import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';

/** Lists every syntax error of a module that does not parse, in TypeScript's words if it reports any. */
export function listSyntaxErrors(module: ModuleSyntax): readonly Diagnostic[] {
  // Loaded on demand: a build without errors does not need it.
  const { ts } = createRequire(import.meta.url)('ts-morph') as typeof import('ts-morph');
  const { diagnostics = [] } = ts.transpileModule(module.text, {
    // TypeScript does not transpile declaration files, of which `x.d.json.ts` is one too.
    fileName: posix.basename(module.file).replace(/\.d\./, '.'),
    reportDiagnostics: true,
  });
  const errors = diagnostics.map(({ messageText, start = 0, length = 0 }) => ({
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
    start,
    end: start + length,
  }));
  const own = module.errors.map(({ message, start }) => ({ message, start, end: start }));
  return (errors.length > 0 ? errors : own).map(({ message, ...range }) =>
    createDiagnostic('syntax-error', locationOf(module, range), message),
  );
}
