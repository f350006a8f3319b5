import type { Place } from '../place.js';
import type { TextRange } from './import-meta.js';
import { startOfNode } from './node-range.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** An `import … from` or `export … from` of a module. */
export interface ImportReference extends TextRange {
  readonly specifier: string;
  readonly isExport: boolean;
  /** Where the specifier stands. */
  readonly place: Place;
}

export function listImports(source: ParsedSource): ImportReference[] {
  return source.tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    return [
      {
        specifier: moduleSpecifier.text,
        isExport: ts.isExportDeclaration(statement),
        place: placeOf(source, moduleSpecifier),
        start: startOfNode(moduleSpecifier, source.tree),
        end: moduleSpecifier.end,
      },
    ];
  });
}
