import type { Place } from '../place.js';
import type { ModuleSyntax } from './module-syntax.js';
import { placeOf, type TextRange } from './place-of.js';
import { walk } from './syntax-tree.js';

/** An `import … from` or `export … from` of a module. */
export interface ImportReference {
  readonly specifier: string;
  /** Where the specifier stands. */
  readonly place: Place;
}

export function listImports(module: ModuleSyntax): readonly ImportReference[] {
  return module.statements.flatMap((statement) => {
    const source = 'source' in statement ? statement.source : null;
    return source ? [{ specifier: source.value, place: placeOf(module, source) }] : [];
  });
}

/** Every `import.meta.url`, which a bundle would otherwise make its own. */
export function findImportMetas({ text, statements }: ModuleSyntax): readonly TextRange[] {
  const found: TextRange[] = [];
  if (!text.includes('import.meta')) return found;
  for (const statement of statements) {
    walk(statement, (node) => {
      const isMeta = node.type === 'MemberExpression' && node.object.type === 'MetaProperty';
      if (isMeta && !node.computed && (node.property as { name?: string }).name === 'url') found.push(node);
      return false;
    });
  }
  return found;
}
