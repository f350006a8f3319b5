import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { readImportTable, type SourceFolder } from './import-table.js';
import { readSources, type Source, type SourceImport, SRC } from './read-sources.js';

const sources = readSources();
const table = readImportTable();
const PAGE = readFileSync(join(SRC, '..', 'docs/architecture.md'), 'utf8');

describe('the table of docs/architecture.md', () => {
  test('has a row for every folder and file right below src, and for nothing else', () => {
    const folders = [...new Set(sources.map(({ folder }) => folder))].sort();
    expect(folders).toEqual([...table.keys()].sort());
  });

  test('names no folder and no package that nobody there imports', () => {
    const unused = [...table.values()].flatMap(({ name, folders, packages, mayImportAlmostAll }) => {
      const imported = sources.filter(({ folder }) => folder === name).flatMap(({ imports }) => imports);
      const used = new Set(
        imported.map(({ specifier, target }) =>
          target === undefined ? packageOf(specifier) : folderOf(target),
        ),
      );
      return [...(mayImportAlmostAll ? [] : folders.keys()), ...packages.keys()]
        .filter((wanted) => !used.has(wanted))
        .map((wanted) => `${name} does not import ${wanted}`);
    });
    expect(unused).toEqual([]);
  });
});

test('every import of src is one that the table allows', () => {
  const refused = sources.flatMap((source) =>
    source.imports
      .filter((imported) => !isAllowed(source, imported))
      .map(
        ({ specifier, isTypeOnly }) => `${source.file} imports ${isTypeOnly ? 'types of ' : ''}${specifier}`,
      ),
  );
  expect(refused).toEqual([]);
});

/** Types alone, of parts that come later. */
const BACKWARDS: readonly string[] = [];

const orders = readOrders();

test('the folders that stages, commands and guards make large have an order', () => {
  expect([...orders.keys()]).toEqual(['compiler', 'build', 'cli', 'runtime']);
});

describe.each([...orders])('the order of %s', (name, order) => {
  const files = sources.filter(({ folder }) => folder === name);
  const positionOf = (file: string) => order.findIndex((parts) => parts.includes(partOf(file)));

  test('has a place for every file, those outside of the folders too, and none for anything else', () => {
    const parts = new Set(files.map(({ file }) => partOf(file)));
    expect([...parts].sort()).toEqual(order.flat().sort());
  });

  test('is that of the imports', () => {
    const backwards = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => target?.startsWith(`${name}/`) && positionOf(target) > positionOf(file))
        .map(({ target, isTypeOnly }) => `${file} imports ${isTypeOnly ? 'types of ' : ''}${target}`),
    );
    expect(backwards).toEqual(BACKWARDS.filter((known) => known.startsWith(`${name}/`)));
  });
});

test('all that src has are the TypeScript that is read here, pages and data', () => {
  const others = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(ts|md|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(others).toEqual([]);
});

test('every file that docs/architecture.md names is there', () => {
  const own = sources.map(({ file }) => `/${file}`);
  const missing = [...PAGE.matchAll(/`([\w./-]+\.(?:ts|js|mjs))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => {
      // What it says of `dist` is bundled from the source of that name.
      const source = `/${name.replace(/\.js$/, '.ts')}`;
      return !own.some((file) => file.endsWith(source)) && !existsSync(join(SRC, '..', name));
    });
  expect(missing).toEqual([]);
});

test('the compiler looks inside schemas in one folder, but for the schema of its own configuration', () => {
  const lookers = sources
    .filter(({ file, tree }) => file.startsWith('compiler/') && /\b_zod\b/.test(tree.text))
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('compiler/describe/') && file !== 'compiler/config/list-options.ts');
  expect(lookers).toEqual([]);
});

test('every relative import ends in .js and leads to a file of src', () => {
  const files = new Set(sources.map(({ file }) => file));
  const lost = sources.flatMap(({ file, imports }) =>
    imports
      .filter(
        ({ specifier, target }) => target !== undefined && !(specifier.endsWith('.js') && files.has(target)),
      )
      .map(({ specifier }) => `${file} imports ${specifier}`),
  );
  expect(lost).toEqual([]);
});

test('no file imports itself by way of others, not even its types', () => {
  expect(findCycles(sources)).toEqual([]);
});

test('nothing in src is exported as default', () => {
  const defaults = sources.filter(({ tree }) =>
    tree.statements.some(
      (statement) =>
        ts.isExportAssignment(statement) ||
        (ts.canHaveModifiers(statement) &&
          ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) ||
        (ts.isExportDeclaration(statement) &&
          statement.exportClause !== undefined &&
          ts.isNamedExports(statement.exportClause) &&
          statement.exportClause.elements.some(({ name }) => name.text === 'default')),
    ),
  );
  expect(defaults.map(({ file }) => file)).toEqual([]);
});

/** A lock names the process that holds it, and the files of a store belong to the user of the process. */
const NEED_PROCESS: readonly string[] = [
  'stores/file/claim-store.ts imports pid',
  'stores/file/advise-user.ts imports *',
  'stores/file/owners.ts imports *',
  'stores/file/socket-path.ts imports umask',
  'runtime/hosts/keep-tick-object.ts imports nextTick',
  'runtime/uploads/leftovers.ts imports *',
];

test('process and console are spoken to in cli only, but for who this process is, where a build guards it from its code, and in tests', () => {
  const speakers = sources
    .filter(({ file, folder }) => folder !== 'cli' && !GUARDS.includes(file))
    .flatMap(({ file, tree }) => [
      ...findGlobals(tree, ['process', 'console']).map((line) => `${file}:${line}`),
      ...listNamesFrom(tree, /^(node:)?(process|console)$/)
        .map((name) => `${file} imports ${name}`)
        .filter((use) => !NEED_PROCESS.includes(use)),
    ]);
  expect(speakers).toEqual([]);
});

/** Test runners show what the console prints beside the test; the others note what code of the project's reads of the environment, keep it from ending the process, and name what this process writes. */
const GUARDS: readonly string[] = [
  'build/guard-process.ts',
  'build/cache/build-cache.ts',
  'build/cache/parsed-cache.ts',
  'testing/test-log.ts',
];

/** What a file imports from the modules of that name. */
function listNamesFrom(tree: ts.SourceFile, specifier: RegExp): string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    if (!specifier.test(statement.moduleSpecifier.text)) return [];
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings)
      ? bindings.elements.map((element) => (element.propertyName ?? element.name).text)
      : ['*'];
  });
}

/** The folders and files below some folders, in the orders that the page lists; those of one place stand together. */
function readOrders(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const [, lists = ''] = /read the orders from here\.\n([\s\S]*?)\n\n(?!-)/.exec(PAGE) ?? [];
  const orders = lists
    .split('\n- ')
    .slice(1)
    .map((list) =>
      list.split(/[:,]/).map((place) => [...place.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)),
    );
  return new Map(orders.map(([[folder = ''] = [], ...order]) => [folder, order]));
}

function folderOf(file: string): string {
  return file.split('/')[0] as string;
}

/** The folder of a folder, or the file right below it, without its ending. */
function partOf(file: string): string {
  return file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
}

function isAllowed({ folder }: Source, { specifier, target, isTypeOnly }: SourceImport): boolean {
  const row = table.get(folder);
  if (!row) return false;
  if (target !== undefined) {
    const other = folderOf(target);
    return other === folder || permits(row.folders.get(other), isTypeOnly);
  }
  if (isNodeModule(specifier)) return row.mayUseNode && specifier.startsWith('node:');
  return permits(row.packages.get(packageOf(specifier)), isTypeOnly);
}

function permits(permission: ReturnType<SourceFolder['folders']['get']>, isTypeOnly: boolean): boolean {
  return permission === 'values' || (permission === 'types' && isTypeOnly);
}

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** `openapi3-ts/oas31` is of `openapi3-ts`, `@koa/router` a package of its own. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Each circle once, from the file that comes first in the alphabet. */
function findCycles(all: readonly Source[]): readonly string[] {
  const targets = new Map(
    all.map(({ file, imports }) => [file, imports.flatMap(({ target }) => target ?? [])] as const),
  );
  const cycles = new Set<string>();
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) {
      const circle = path.slice(start);
      const first = circle.indexOf([...circle].sort()[0] as string);
      cycles.add([...circle.slice(first), ...circle.slice(0, first), circle[first]].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const { file } of all) walk(file, []);
  return [...cycles].sort();
}

/** The lines on which a global is used by one of these names. */
function findGlobals(tree: ts.SourceFile, names: readonly string[]): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.includes(node.text) && isUse(node)) {
      lines.push(tree.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines;
}

/** Whether an identifier is looked up, and is not the name of a member that something else has. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && parent.expression.text === 'globalThis';
  }
  return !(
    (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}
