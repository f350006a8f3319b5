import type { Node } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { isProcedureChain, mayExportBuilder, readCallChain } from './builder-chain.js';
import { resolveConstant } from './find-members.js';
import { type BuilderSearch, leadsToBuilder, listMentions, type Mention } from './leads-to-builder.js';
import { locationOf, type TextRange } from './location-of.js';
import type { Export, ModuleSyntax } from './module-syntax.js';
import { readDescription } from './read-description.js';
import type { SourceModules } from './source-modules.js';
import { isFunction, unwrap } from './syntax-tree.js';

/** What the text of a file shows about an export that may be a procedure. */
export interface ProcedureSyntax {
  readonly exportName: string;
  /** The location of the export's name. */
  readonly location: SourceLocation;
  /** Its JSDoc, without tags. */
  readonly description: string | undefined;
}

export interface FoundProcedures {
  readonly procedures: readonly ProcedureSyntax[];
  /** The project's own modules that were read, as absolute paths. */
  readonly visited: readonly string[];
}

/** Finds exports that may be procedures. Those of `export *` come first, since imported modules run first. */
export function findProcedures(module: ModuleSyntax, modules: SourceModules): FoundProcedures {
  const visited = new Set<string>();
  const procedures = search(module, { modules, visited, searching: new Set() });
  return { procedures, visited: [...visited] };
}

/** Returns the call that creates an exported procedure, if the text shows it; null for any other export. */
export function findBuilderCall(
  module: ModuleSyntax,
  exportName: string,
  modules: SourceModules,
): Node | null {
  const { exports, declarations } = module;
  const exported = exports.get(exportName);
  const declaration = exported && 'local' in exported ? declarations.get(exported.local) : undefined;
  const [initializer] = declaration?.kind === 'value' ? declaration.nodes : [];
  if (!initializer) return null;
  const value = resolveConstant(initializer, declarations);
  const chain = readCallChain(value);
  return chain && isProcedureChain(chain, module, modules) ? value : null;
}

interface SearchContext extends BuilderSearch {
  /** The modules that are being searched, which may export each other. */
  readonly searching: Set<ModuleSyntax>;
}

function search(module: ModuleSyntax, context: SearchContext): readonly ProcedureSyntax[] {
  const { searching } = context;
  if (searching.has(module)) return [];
  searching.add(module);
  const exported = [...module.exports].flatMap(([exportName, found]) => {
    const value = readExport(module, found, context);
    return value
      ? [{ exportName, location: locationOf(module, rangeOfName(module, found.node)), ...value }]
      : [];
  });
  // An own export hides that of a star. Two stars export one binding once; evaluation reports different ones.
  const starred = new Map<string, ProcedureSyntax>();
  for (const { from, node } of module.starExports) {
    for (const found of searchImport(module, from, context)) {
      const { exportName } = found;
      if (exportName === 'default' || module.exports.has(exportName) || starred.has(exportName)) continue;
      starred.set(exportName, { ...found, location: locationOf(module, node) });
    }
  }
  searching.delete(module);
  return [...starred.values(), ...exported];
}

function searchImport(
  module: ModuleSyntax,
  specifier: string,
  context: SearchContext,
): readonly ProcedureSyntax[] {
  const path = context.modules.resolve(module.path, specifier);
  const target = path === null ? null : context.modules.parse(path);
  if (!target) return [];
  context.visited.add(target.path);
  return search(target, context);
}

interface Value {
  readonly description: string | undefined;
}

const UNDESCRIBED: Value = { description: undefined };

/** Describes the value of an export, through names of its module; null if it cannot be a procedure. */
function readExport(module: ModuleSyntax, { node, ...found }: Export, context: SearchContext): Value | null {
  if ('from' in found) {
    const isWhole = found.name === '*';
    return isWhole && searchImport(module, found.from, context).length === 0 ? null : UNDESCRIBED;
  }
  if (node.type === 'TSExportAssignment') return null;
  const { declarations } = module;
  const leads = (mentions: readonly Mention[]) => leadsToBuilder(module, mentions, context);
  const mayCreateProcedure = (expression: Node) =>
    leads(listEagerMentions(expression, module, context.modules));
  const seen = new Set<string>();
  /** Names that only refer to each other have no value. */
  const readName = (name: string): Value | null => {
    const declaration = declarations.get(name);
    if (!declaration || seen.has(name)) return null;
    seen.add(name);
    if (declaration.kind === 'import') {
      return mayExportBuilder(module, declaration.from, context.modules) ? UNDESCRIBED : null;
    }
    if (declaration.kind === 'named') return null;
    const [node] = declaration.nodes;
    const initializer = node?.type === 'VariableDeclarator' ? node.init : node;
    if (!initializer) return leads([{ name }]) ? UNDESCRIBED : null;
    if (declaration.kind === 'pattern') return mayCreateProcedure(initializer) ? UNDESCRIBED : null;
    const value = readValue(initializer);
    return value && { description: describe(declaration.statement, value) };
  };
  const readValue = (expression: Node): Value | null => {
    const value = unwrap(expression);
    const chain = readCallChain(value);
    if (chain && isProcedureChain(chain, module, context.modules)) return UNDESCRIBED;
    if (value.type === 'Identifier') return readName(value.name);
    return mayCreateProcedure(value) ? UNDESCRIBED : null;
  };
  /** A value's own JSDoc takes precedence over that of the export. */
  const describe = (statement: Node, { description }: Value): string | undefined => {
    const own = readDescription(module, statement);
    if (statement.type === 'ExportDefaultDeclaration') return description ?? own;
    return own ?? readDescription(module, node, false) ?? description;
  };
  return readName(found.local);
}

/** The range of an export's name, such as `* as name` of a namespace; a default export's whole statement. */
function rangeOfName({ text }: ModuleSyntax, node: Node): TextRange {
  if (node.type === 'ExportAllDeclaration') {
    return { start: text.indexOf('*', node.start), end: node.exported?.end ?? node.end };
  }
  const named = node.type === 'ExportSpecifier' ? node.exported : node;
  // The range of an identifier includes its type.
  return named.type === 'Identifier' ? { start: named.start, end: named.start + named.name.length } : named;
}

/** Lists the names that an expression mentions in code that runs immediately, outside functions. */
function listEagerMentions(
  expression: Node,
  module: ModuleSyntax,
  modules: SourceModules,
): readonly Mention[] {
  const called: Node[] = [];
  const mentions = listMentions(expression, module, modules, (node) => {
    if (node.type === 'CallExpression') called.push(unwrap(node.callee));
    return isFunction(node);
  });
  const inside = called.filter(isFunction).flatMap((callee) => listMentions(callee, module, modules));
  return [...mentions, ...inside];
}
