import type { Place } from '../place.js';
import { type CallChain, readCallChain, unwrap } from './builder-chain.js';
import { findProcedureSources, mentionsNow, type ReadImport } from './find-procedure-sources.js';
import { isProcedureChain } from './list-unexported.js';
import { isExported, type ModuleScope, mayGiveBuilder, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { type ChainPlaces, readChainPlaces } from './read-chain-places.js';
import { readDescription } from './read-description.js';
import { ts } from './typescript.js';

/** What the text of a file tells of one export that may be a procedure. */
export interface ReadProcedure {
  readonly exportName: string;
  /** Where the export's name stands. */
  readonly place: Place;
  /** Its JSDoc, without tags. */
  readonly description: string | undefined;
}

/** The exports of a file that may be procedures, in the order they are written. */
export async function readProcedures(source: ParsedSource, readImport: ReadImport): Promise<ReadProcedure[]> {
  const found = await findProcedures(source, readModuleScope(source.tree), readImport);
  return found.map(({ chain: _, ...procedure }) => procedure);
}

/** Of those whose builder's calls stand in the file, by name: where these stand, and what they were told. */
export async function readPlaces(
  source: ParsedSource,
  readImport: ReadImport,
): Promise<ReadonlyMap<string, ChainPlaces>> {
  const scope = readModuleScope(source.tree);
  const found = await findProcedures(source, scope, readImport);
  return new Map(
    found.flatMap(({ exportName, chain }) =>
      chain ? [[exportName, readChainPlaces({ ...source, scope }, chain)]] : [],
    ),
  );
}

interface FoundProcedure extends ReadProcedure {
  /** Null where the file does not say how it was built. */
  readonly chain: CallChain | null;
}

async function findProcedures(
  source: ParsedSource,
  scope: ModuleScope,
  readImport: ReadImport,
): Promise<FoundProcedure[]> {
  const sources = await findProcedureSources(source, scope, readImport);
  const reading = { ...source, scope, sources };
  const found = source.tree.statements.map((statement) =>
    isExportAll(statement)
      ? readExportAll(reading, statement, readImport)
      : readStatement(reading, statement),
  );
  return (await Promise.all(found)).flat();
}

interface Reading extends ParsedSource {
  readonly scope: ModuleScope;
  /** The names through which a procedure can come about. */
  readonly sources: ReadonlySet<string>;
}

function readStatement(reading: Reading, statement: ts.Statement): FoundProcedure[] {
  if (ts.isVariableStatement(statement) && isExported(statement)) {
    return statement.declarationList.declarations.flatMap((declaration) => {
      const { name, initializer } = declaration;
      if (ts.isIdentifier(name)) {
        return readDeclared(reading, { name: name.text, node: name, owner: declaration }, name.text);
      }
      return initializer && mentionsNow(initializer, reading.sources) ? readPattern(reading, name) : [];
    });
  }
  if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) return readExportList(reading, statement);
  if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
    const description = readDescription(reading.tree, statement);
    return readValue(reading, { name: 'default', node: statement }, statement.expression).map((found) => ({
      ...found,
      description: found.description ?? description,
    }));
  }
  return [];
}

/** The names of `export const { list, create } = makeProcedures(…)`. */
function readPattern(reading: Reading, name: ts.BindingName): FoundProcedure[] {
  if (ts.isIdentifier(name)) return [bare(reading, name.text, name)];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? readPattern(reading, element.name) : [],
  );
}

function isExportAll(statement: ts.Statement): statement is ts.ExportDeclaration {
  if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return false;
  return !statement.exportClause || ts.isNamespaceExport(statement.exportClause);
}

/**
 * `export * from './_impl.js'`: the procedures of that module, at the place of the star. `export * as items from` is one
 * export, which holds them.
 */
async function readExportAll(
  reading: Reading,
  statement: ts.ExportDeclaration,
  readImport: ReadImport,
): Promise<FoundProcedure[]> {
  const { moduleSpecifier, exportClause } = statement;
  const isOwn =
    moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith('.');
  const target = isOwn ? await readImport(moduleSpecifier.text) : null;
  const inside = target ? await readProcedures(target, async () => null) : [];
  if (exportClause && ts.isNamespaceExport(exportClause)) {
    return inside.length > 0 ? [bare(reading, exportClause.name.text, exportClause)] : [];
  }
  return inside
    .filter(({ exportName }) => exportName !== 'default')
    .map(({ exportName, description }) => ({ ...bare(reading, exportName, statement), description }));
}

function readExportList(reading: Reading, list: ts.ExportDeclaration): FoundProcedure[] {
  if (!list.exportClause || !ts.isNamedExports(list.exportClause)) return [];
  return list.exportClause.elements
    .filter((element) => !element.isTypeOnly)
    .flatMap((element) => {
      const local = element.propertyName ?? element.name;
      if (list.moduleSpecifier) return [bare(reading, element.name.text, element.name)];
      const exported = { name: element.name.text, node: element.name, owner: element };
      return readDeclared(reading, exported, local.text);
    });
}

/** The name of an export, and what else may be documented in the place of the value's own declaration. */
interface ExportedName {
  readonly name: string;
  readonly node: ts.Node;
  readonly owner?: ts.Node;
}

/** Names that stand for each other in a circle, `seen`, stand for nothing. */
function readDeclared(
  reading: Reading,
  exported: ExportedName,
  local: string,
  seen: ReadonlySet<string> = new Set(),
): FoundProcedure[] {
  if (seen.has(local)) return [];
  const { tree, variables, statements, imports } = reading.scope;
  const declaration = variables.get(local);
  if (declaration && !declaration.initializer) {
    return reading.sources.has(local) ? [bare(reading, exported.name, exported.node)] : [];
  }
  if (!declaration?.initializer) {
    const specifier = imports.get(local);
    const isGiven = specifier !== undefined && mayGiveBuilder(specifier);
    return isGiven ? [bare(reading, exported.name, exported.node)] : [];
  }
  const description = readDescription(tree, statements.get(local)) ?? readDescription(tree, exported.owner);
  const value = declaration.initializer;
  return readValue(reading, exported, value, new Set([...seen, local])).map((found) => ({
    ...found,
    description: description ?? found.description,
  }));
}

function readValue(
  reading: Reading,
  exported: ExportedName,
  expression: ts.Expression,
  seen?: ReadonlySet<string>,
): FoundProcedure[] {
  const value = unwrap(expression);
  const chain = readCallChain(value);
  if (chain && isProcedureChain(chain, reading.scope)) {
    return [{ ...bare(reading, exported.name, exported.node), chain }];
  }
  if (ts.isIdentifier(value)) return readDeclared(reading, exported, value.text, seen);
  return mentionsNow(value, reading.sources) ? [bare(reading, exported.name, exported.node)] : [];
}

function bare(source: ParsedSource, exportName: string, nameNode: ts.Node): FoundProcedure {
  const place = placeOf(source, nameNode);
  return { exportName, place, description: undefined, chain: null };
}
