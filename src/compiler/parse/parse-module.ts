import { type ModuleExportName, type Node, parseSync, type Statement, type StringLiteral } from 'oxc-parser';
import {
  DEFAULT,
  type Declaration,
  type Declarations,
  type Effect,
  type Export,
  type ExportStar,
  type ModuleSyntax,
  type OwnDeclaration,
} from './module-syntax.js';
import { holdsValues, isType, leftmostName, listTargets, unwrap, walk } from './syntax-tree.js';

/** Reads a module's declarations, imports, exports, and statements that only have an effect. */
export function parseModule(path: string, text: string, file = path): ModuleSyntax {
  const { program, errors, comments } = parseSync(path, text);
  const parts = new ModuleParts();
  const parseErrors = errors.map(({ message, labels }) => ({ message, start: labels[0]?.start ?? 0 }));
  const statements = program.body as Statement[];
  if (parseErrors.length === 0) for (const statement of statements) parts.add(statement);
  const isModule = statements.some(({ type }) => /^(?:Import|Export|TSExport)/.test(type));
  return { path, file, text, errors: parseErrors, comments, statements, isModule, ...parts.finish() };
}

class ModuleParts {
  readonly #declarations = new Map<string, Declaration>();
  readonly #exports = new Map<string, Export>();
  readonly #starExports: ExportStar[] = [];
  readonly #imports = new Set<string>();
  readonly #sideEffectImports: StringLiteral[] = [];
  readonly #effects: Node[] = [];

  add(statement: Statement): void {
    switch (statement.type) {
      case 'ImportDeclaration': {
        if (statement.importKind === 'type') return;
        const from = statement.source.value;
        const values = statement.specifiers.filter(
          (one) => one.type !== 'ImportSpecifier' || one.importKind !== 'type',
        );
        if (statement.specifiers.length === 0) this.#sideEffectImports.push(statement.source);
        if (values.length > 0 || statement.specifiers.length === 0) this.#imports.add(from);
        for (const node of values) {
          const imported =
            node.type === 'ImportSpecifier'
              ? nameOf(node.imported)
              : node.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*';
          this.#declarations.set(node.local.name, { kind: 'import', from, imported, node, nodes: [] });
        }
        return;
      }
      case 'ExportNamedDeclaration':
        if (statement.exportKind === 'type') return;
        if (statement.declaration) {
          for (const { name, node } of this.#declare(statement.declaration, statement) ?? []) {
            this.#exports.set(name, { local: name, node });
          }
          return;
        }
        for (const node of statement.specifiers) {
          if (node.exportKind === 'type') continue;
          const name = nameOf(node.local);
          const from = statement.source?.value;
          if (from !== undefined) this.#imports.add(from);
          this.#exports.set(
            nameOf(node.exported),
            from === undefined ? { local: name, node } : { from, name, node },
          );
        }
        return;
      case 'ExportAllDeclaration': {
        if (statement.exportKind === 'type') return;
        const from = statement.source.value;
        this.#imports.add(from);
        if (statement.exported) {
          this.#exports.set(nameOf(statement.exported), { from, name: '*', node: statement });
        } else this.#starExports.push({ from, node: statement });
        return;
      }
      case 'ExportDefaultDeclaration': {
        const { declaration } = statement;
        if (declaration.type === 'TSInterfaceDeclaration') return;
        const isNamed =
          (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
          declaration.id !== null;
        if (isNamed) this.#declare(declaration, statement);
        else this.#declareValue([DEFAULT], declaration, statement);
        const local = isNamed ? (declaration.id?.name ?? DEFAULT) : DEFAULT;
        this.#exports.set('default', { local, node: statement });
        return;
      }
      case 'TSExportAssignment':
        this.#declareValue([DEFAULT], statement.expression, statement);
        this.#exports.set('default', { local: DEFAULT, node: statement });
        return;
      default:
        if (this.#declare(statement, statement) === null) this.#effects.push(statement);
    }
  }

  finish() {
    const effects = this.#effects.map((node): Effect => ({ node, ...findTargets(node, this.#declarations) }));
    return {
      declarations: this.#declarations,
      // A name without a declaration is that of a type.
      exports: new Map(
        [...this.#exports].filter(([, one]) => 'from' in one || this.#declarations.has(one.local)),
      ),
      starExports: this.#starExports,
      imports: [...this.#imports],
      sideEffectImports: this.#sideEffectImports,
      effects,
    };
  }

  /** Returns the names that a statement declares, with their nodes; null if it declares nothing. */
  #declare(node: Node, statement: Statement): readonly { name: string; node: Node }[] | null {
    if ('declare' in node && node.declare) return [];
    switch (node.type) {
      case 'VariableDeclaration':
        return node.declarations.flatMap((declarator) => {
          const bound = listTargets(declarator.id).filter((each) => each.type === 'Identifier');
          const isPattern = declarator.id.type !== 'Identifier';
          this.#declareValue(
            bound.map(({ name }) => name),
            isPattern ? declarator : declarator.init,
            statement,
            { kind: isPattern ? 'pattern' : 'value', isConstant: node.kind !== 'let' && node.kind !== 'var' },
          );
          return bound.map((each) => ({ name: each.name, node: each }));
        });
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
      case 'TSEnumDeclaration':
        return node.id ? this.#declareNamed(node.id.name, node, statement) : [];
      case 'TSModuleDeclaration': {
        if (!holdsValues(node)) return [];
        let { id } = node as { id: Node };
        while (id.type === 'TSQualifiedName') id = id.left;
        return id.type === 'Identifier' ? this.#declareNamed(id.name, node, statement) : [];
      }
      case 'TSImportEqualsDeclaration': {
        if (node.importKind === 'type') return [];
        const { name } = node.id;
        const { moduleReference: reference } = node;
        if (reference.type === 'TSExternalModuleReference') {
          const from = reference.expression.value;
          this.#imports.add(from);
          this.#declarations.set(name, {
            kind: 'import',
            from,
            imported: 'default',
            node: node.id,
            nodes: [],
          });
          return [{ name, node: node.id }];
        }
        this.#declareValue([name], reference, statement);
        return [{ name, node: node.id }];
      }
      default:
        return isType(node) || node.type === 'EmptyStatement' ? [] : null;
    }
  }

  #declareValue(
    names: readonly string[],
    node: Node | null,
    statement: Statement,
    options: Pick<OwnDeclaration, 'kind' | 'isConstant'> = { kind: 'value', isConstant: true },
  ): void {
    const declaration = { ...options, names, nodes: node ? [node] : [], isHoisted: false, statement };
    for (const name of names) this.#declarations.set(name, declaration);
  }

  #declareNamed(name: string, node: Node, statement: Statement) {
    const before = this.#declarations.get(name);
    const nodes = before?.kind === 'named' ? [...before.nodes, node] : [node];
    const isHoisted = node.type === 'FunctionDeclaration' && nodes.length === 1;
    const first = before?.kind === 'named' ? before.statement : statement;
    const declaration = { kind: 'named', names: [name], nodes, isConstant: false, isHoisted } as const;
    this.#declarations.set(name, { ...declaration, statement: first });
    return [{ name, node: ('id' in node && node.id) || node }];
  }
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

/** Methods that do not modify the object that they are called on. */
const ITERATIONS = new Set(['entries', 'every', 'filter', 'forEach', 'keys', 'map', 'some', 'values']);

/** Finds what a statement may change: through assignments, method calls and `Object`. */
function findTargets(statement: Node, declarations: Declarations): Pick<Effect, 'targets' | 'changesZod'> {
  const targets = new Set<string>();
  let changesZod = false;
  const add = (node: Node | null | undefined): void => {
    const name = node && leftmostName(node);
    const declaration = name ? declarations.get(name) : undefined;
    if (!name || !declaration || targets.has(name)) return;
    if (declaration.kind === 'import') changesZod ||= /^zod(\/|$)/.test(declaration.from);
    else {
      targets.add(name);
      add(findAliased(declaration));
    }
  };
  walk(statement, (node) => {
    if (node.type === 'AssignmentExpression') for (const each of listTargets(node.left)) add(each);
    else if (node.type === 'UpdateExpression') add(node.argument);
    else if (node.type === 'UnaryExpression' && node.operator === 'delete') add(node.argument);
    else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property } = node.callee;
      if (object.type === 'Identifier' && object.name === 'Object')
        add(node.arguments[0] as Node | undefined);
      else if (!(property.type === 'Identifier' && ITERATIONS.has(property.name))) add(object);
    }
    return false;
  });
  return { targets, changesZod };
}

/** Returns the name or member expression that a declaration is only an alias of. */
function findAliased(declaration: Declaration): Node | null {
  const [node] = declaration.kind === 'named' ? [] : declaration.nodes;
  const initializer = node?.type === 'VariableDeclarator' ? node.init : node;
  const value = initializer && unwrap(initializer);
  return value?.type === 'Identifier' || value?.type === 'MemberExpression' ? value : null;
}
