import { keepsToItself } from './keeps-to-itself.js';
import { readModuleScope } from './module-scope.js';
import { printPart, readParts, type TopLevelPart } from './top-level-part.js';
import { ts } from './typescript.js';

/** A module of constants and functions, as the body of a function that returns what it exports. */
export interface InlinedModule {
  readonly body: string;
  /** The names that the body takes from elsewhere: of the package, of zod, and of the project's own modules. */
  readonly imports: readonly InlinedImport[];
}

export interface InlinedImport {
  readonly specifier: string;
  /** What the other module exports it as; `*` for all that it exports. */
  readonly name: string;
  readonly local: string;
}

/**
 * Makes of a module what a bundler would, that drops all that its `exports` do not need; null where it takes a bundler to do so. A
 * thousand functions in one module are a fraction of the work that a thousand modules are.
 */
export function inlineModule(tree: ts.SourceFile, exports: readonly string[]): InlinedModule | null {
  if (tree.fileName.endsWith('x')) return null;
  const parts = readParts(readModuleScope(tree));
  const bindings = parts && readBindings(tree);
  const exported = readExported(tree, exports);
  if (!bindings || !exported || hidesName(parts, bindings)) return null;
  const needed = reach([...exported.values()], parts);
  const isNeeded = ({ name }: TopLevelPart) => needed.has(name);
  const imports = bindings.filter(({ local }) => needed.has(local));
  const dropped = parts.filter((part) => !isNeeded(part));
  const unneeded = bindings.filter((each) => !imports.includes(each));
  const declared = new Set([...bindings.map(({ local }) => local), ...parts.map(({ name }) => name)]);
  if (!imports.every(canBeTaken) || !canBeDropped(dropped, unneeded, declared)) return null;
  const print = (part: TopLevelPart) => `${printPart(part, tree)};\n`;
  const returned = [...exported].map(([name, local]) => `${JSON.stringify(name)}: ${local}`);
  // The bundler looks at what is never run as well, and refuses what no module may have.
  const unreached = dropped.map(print).join('');
  const body = `${parts.filter(isNeeded).map(print).join('')}return { ${returned.join(', ')} };\n${unreached}`;
  return NEEDS_MODULE.test(body) || !keepsToItself(body) ? null : { body, imports };
}

/**
 * What has another meaning, or none, inside of a function, of a script, or of another file; and what others see of it: it is not to
 * be run twice where something fails.
 */
const NEEDS_MODULE =
  /<!--|-->|\$procgen|__proto__|\b(?:Function|arguments|await|console|defineConfig|eval|process|require)\b/;

/** Null where a module is imported only to be run, or with attributes, or in another form. */
function readBindings(tree: ts.SourceFile): readonly InlinedImport[] | null {
  const bindings: InlinedImport[] = [];
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { importClause, moduleSpecifier, attributes } = statement;
    if (!importClause || attributes || !ts.isStringLiteral(moduleSpecifier)) return null;
    if (importClause.isTypeOnly) continue;
    const { text: specifier } = moduleSpecifier;
    const { name, namedBindings } = importClause;
    if (name) bindings.push({ specifier, name: 'default', local: name.text });
    if (!namedBindings) continue;
    if (ts.isNamespaceImport(namedBindings)) {
      bindings.push({ specifier, name: '*', local: namedBindings.name.text });
      continue;
    }
    for (const element of namedBindings.elements) {
      if (element.isTypeOnly) continue;
      const imported = (element.propertyName ?? element.name).text;
      bindings.push({ specifier, name: imported, local: element.name.text });
    }
  }
  return bindings;
}

/** Whether a name of the top level may stand for something else further inside: then it is not plain who needs it. */
function hidesName(parts: readonly TopLevelPart[], bindings: readonly InlinedImport[]): boolean {
  const names = new Set([...bindings.map(({ local }) => local), ...parts.map(({ name }) => name)]);
  return parts.some(({ inner }) => [...inner].some((name) => names.has(name)));
}

/** The names of the module's own by what they are exported as; null where two are exported as one, or what another module has. */
function readExported(tree: ts.SourceFile, exports: readonly string[]): ReadonlyMap<string, string> | null {
  if (new Set(exports).size < exports.length) return null;
  const listed = new Map<string, string>();
  for (const statement of tree.statements) {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return null;
    for (const { isTypeOnly, name, propertyName } of exportClause.elements) {
      if (!isTypeOnly) listed.set(name.text, (propertyName ?? name).text);
    }
  }
  return new Map(exports.map((name) => [name, listed.get(name) ?? name]));
}

/** The names that are needed for some of them, themselves included. */
function reach(names: readonly string[], parts: readonly TopLevelPart[]): ReadonlySet<string> {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const needed = new Set(names);
  for (const name of needed) {
    for (const other of byName.get(name)?.references ?? []) needed.add(other);
  }
  return needed;
}

/** A bundler looks for what they import, and for names that nobody declares, and says so where these are not there. */
function canBeDropped(
  parts: readonly TopLevelPart[],
  bindings: readonly InlinedImport[],
  declared: ReadonlySet<string>,
): boolean {
  const references = new Set(parts.flatMap((part) => [...part.references]));
  if (bindings.some((each) => references.has(each.local) && !isShared(each))) return false;
  return parts.every(({ alias }) => alias === null || declared.has(alias));
}

/** Whether it is there for every module. */
function isShared({ specifier }: InlinedImport): boolean {
  return specifier === 'procgen' || specifier === 'zod';
}

/** Of the project's own modules not all at once: a bundler could leave nothing out of them. */
function canBeTaken(binding: InlinedImport): boolean {
  return isShared(binding) || (binding.specifier.startsWith('.') && binding.name !== '*');
}
