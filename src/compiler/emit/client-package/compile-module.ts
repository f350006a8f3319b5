import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';
import type { OutputFile } from '../../../model/output-file.js';

const require = createRequire(import.meta.url);
const ts = loadTypeScript();

const OPTIONS: TypeScript.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  strict: true,
  verbatimModuleSyntax: true,
};

/** A module without imports of types to look up, as JavaScript and its declarations: `<name>.js` and `<name>.d.ts`. */
export function compileModule(name: string, text: string): readonly OutputFile[] {
  const options = { fileName: `${name}.ts`, compilerOptions: OPTIONS, reportDiagnostics: true };
  return [
    { path: `${name}.js`, text: withHeader(text, takeText(ts.transpileModule(text, options))) },
    { path: `${name}.d.ts`, text: withHeader(text, takeText(ts.transpileDeclaration(text, options))) },
  ];
}

/** TypeScript drops the first comment together with the type that it stands over. */
function withHeader(source: string, compiled: string): string {
  const [header = ''] = /^(?:\/\/.*\n)*/.exec(source) ?? [];
  return compiled.startsWith(header) ? compiled : header + compiled;
}

/** What was generated satisfies the options by construction; anything else is a bug of ours. */
function takeText({ outputText, diagnostics = [] }: TypeScript.TranspileOutput): string {
  const [fault] = diagnostics;
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
  return outputText;
}

/**
 * TypeScript as ts-morph bundles it: past ts-morph's own classes and the texts of TypeScript's libraries, and by `require`:
 * `import` would read all nine megabytes once more, to find the names of what they export.
 */
function loadTypeScript(): typeof TypeScript {
  const ofMorph = createRequire(require.resolve('ts-morph'));
  return ofMorph('@ts-morph/common/dist/typescript.js') as typeof TypeScript;
}
