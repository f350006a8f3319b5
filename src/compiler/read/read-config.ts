import type { Place } from '../place.js';
import { unwrap } from './builder-chain.js';
import { readModuleScope } from './module-scope.js';
import type { ParsedSource } from './parse-source.js';
import { readObjectPlaces } from './read-object-places.js';
import { ts } from './typescript.js';

/** Where each value of the configuration stands, by dotted path. */
export function readConfigPlaces(source: ParsedSource): ReadonlyMap<string, Place> {
  const scope = readModuleScope(source.tree);
  const places = new Map<string, Place>();
  for (const statement of source.tree.statements) {
    if (!ts.isExportAssignment(statement)) continue;
    const value = unwrap(statement.expression);
    const object = ts.isCallExpression(value) ? value.arguments[0] : value;
    if (object) readObjectPlaces({ ...source, scope }, object, '', places);
  }
  return places;
}

/** Whether a module has a default export, however it is written. */
export function hasDefaultExport({ tree }: ParsedSource): boolean {
  return tree.statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return true;
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      return (
        exportClause !== undefined &&
        ts.isNamedExports(exportClause) &&
        exportClause.elements.some(({ name }) => name.text === 'default')
      );
    }
    return (
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false)
    );
  });
}
