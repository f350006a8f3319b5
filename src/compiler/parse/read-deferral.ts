import type { Node, Statement } from 'oxc-parser';
import { isDeclarative } from './is-declarative.js';
import type { ModuleSyntax } from './module-syntax.js';
import { containsAwait, listReferences } from './syntax-tree.js';

/** That a module may run as late as somebody needs what it exports. */
export interface Deferral {
  /** What it imports for its values, other than zod and procgen, by specifier: these run when they always did. */
  readonly imports: readonly string[];
}

/**
 * Whether a module does nothing but declare schemas, procedures and functions, so that nobody can tell when it runs: what a
 * build has run of it cannot fail or come to anything else in a server. Null where it does more, or may do.
 */
export function readDeferral(module: ModuleSyntax): Deferral | null {
  const { statements, imports, declarations } = module;
  const isHarmless = (statement: Statement) => isDeclaration(statement, module) && !containsAwait(statement);
  if (!statements.every(isHarmless)) return null;
  const outside = imports.filter((specifier) => specifier !== 'procgen' && specifier !== 'zod');
  const used = outside.length > 0 ? listUsedNames(statements) : new Set<string>();
  const isNeeded = (specifier: string) => {
    const names = [...declarations].flatMap(([name, one]) =>
      one.kind === 'import' && one.from === specifier ? [name] : [],
    );
    return names.length === 0 || names.some((name) => used.has(name));
  };
  return { imports: outside.filter(isNeeded) };
}

function isDeclaration(statement: Node, module: ModuleSyntax): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
      return (
        statement.kind === 'const' &&
        statement.declarations.every(
          ({ id, init }) => id.type === 'Identifier' && init !== null && isDeclarative(init, module),
        )
      );
    case 'ExportNamedDeclaration':
      if (statement.declaration) return isDeclaration(statement.declaration, module);
      return statement.exportKind === 'type' || !statement.source;
    case 'ExportAllDeclaration':
      return statement.exportKind === 'type';
    case 'ExportDefaultDeclaration':
      return isDeclaration(statement.declaration, module) || isDeclarative(statement.declaration, module);
    case 'ImportDeclaration':
      // An import with attributes would have to be repeated with them.
      return statement.attributes.length === 0;
    default:
      return DECLARATIONS.has(statement.type);
  }
}

const DECLARATIONS: ReadonlySet<Node['type']> = new Set([
  'FunctionDeclaration',
  'TSDeclareFunction',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/** The names that a module uses as values: an import that is only a type's is none when it runs. */
function listUsedNames(statements: readonly Statement[]): ReadonlySet<string> {
  const isLeftOut = ({ type }: Node) => type === 'ImportDeclaration' || TYPES.test(type);
  return new Set(statements.flatMap((statement) => [...listReferences(statement, isLeftOut)]));
}

/** All of TypeScript's nodes but those that are, or hold, values. */
const TYPES = /^TS(?!As|Satisfies|NonNull|Instantiation|TypeAssertion|ParameterProperty|Enum|Module)/;
