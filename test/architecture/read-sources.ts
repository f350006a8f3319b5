import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

export interface SourceImport {
  readonly specifier: string;
  /** The imported file relative to `src`; undefined when it is a package or one of Node's modules. */
  readonly target: string | undefined;
  readonly isTypeOnly: boolean;
}

export interface Source {
  /** Relative to `src`, with `/`. */
  readonly file: string;
  /** The folder right below `src`, or the file's own name. */
  readonly folder: string;
  readonly tree: ts.SourceFile;
  /** Static and dynamic ones, `export … from` too. */
  readonly imports: readonly SourceImport[];
}

/** Every TypeScript file of `src`, sorted. */
export function readSources(): readonly Source[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const tree = ts.createSourceFile(
        file,
        readFileSync(join(SRC, file), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      );
      return { file, folder: file.split('/')[0] as string, tree, imports: listImports(file, tree) };
    });
}

function listImports(file: string, tree: ts.SourceFile): SourceImport[] {
  const found: SourceImport[] = [];
  const add = (node: ts.Node | undefined, isTypeOnly: boolean): void => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    const specifier = node.text;
    const target = specifier.startsWith('.')
      ? join(dirname(file), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts')
      : undefined;
    found.push({ specifier, target, isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyExport(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTypeOnlyImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function isTypeOnlyExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  return (
    isTypeOnly ||
    (exportClause !== undefined &&
      ts.isNamedExports(exportClause) &&
      exportClause.elements.every((element) => element.isTypeOnly))
  );
}
