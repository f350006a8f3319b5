import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';

/** Lists every syntax error of a module that does not parse, in TypeScript's words if it reports any. */
export function listSyntaxErrors(module: ModuleSyntax): readonly Diagnostic[] {
  // Loaded on demand: a build without errors does not need it.
  const { Project, ts } = createRequire(import.meta.url)('ts-morph') as typeof import('ts-morph');
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true },
  });
  const text = module.text.replace(/^\uFEFF/, ' ');
  const source = project.createSourceFile(`/${posix.basename(module.file)}`, text);
  const errors = project
    .getProgram()
    .getSyntacticDiagnostics(source)
    .map((error) => ({
      message: ts.flattenDiagnosticMessageText(error.compilerObject.messageText, ' '),
      start: error.getStart(),
      end: error.getStart() + error.getLength(),
    }));
  const own = module.errors.map(({ message, start }) => ({ message, start, end: start }));
  return (errors.length > 0 ? errors : own).map(({ message, ...range }) =>
    createDiagnostic('syntax-error', locationOf(module, range), message),
  );
}
