import type { Place } from '../place.js';
import type { ModuleSyntax } from './module-syntax.js';
import { placeOf } from './place-of.js';

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
