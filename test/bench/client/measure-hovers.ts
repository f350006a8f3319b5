import { readFileSync } from 'node:fs';
import ts from 'typescript-5.9';

export interface Hovers {
  /** The characters of the type over a result. */
  readonly result: number;
  /** The characters over what is called. */
  readonly method: number;
}

/** How long what an editor shows over `result` and over the call in `consumer.ts` is, by the service that editors ask. */
export function measureHovers({
  folder,
  method,
}: {
  readonly folder: string;
  readonly method: string;
}): Hovers {
  const file = `${folder}/consumer.ts`;
  const text = readFileSync(file, 'utf8');
  const service = createService(file);
  const read = (at: number) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.displayParts);
  return {
    result: read(text.indexOf('result')).replace('const result: ', '').length,
    method: read(text.lastIndexOf(method)).length,
  };
}

function createService(file: string): ts.LanguageService {
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}
