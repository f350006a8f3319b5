import type { Comment, Node, Statement, StringLiteral } from 'oxc-parser';

/** What the text of a module tells by itself, without running any of it. */
export interface ModuleSyntax {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to the project if it lies inside, else absolute. */
  readonly file: string;
  readonly text: string;
  /** Where it does not parse; nothing else is known of it then. */
  readonly errors: readonly SyntaxFault[];
  readonly comments: readonly Comment[];
  readonly statements: readonly Statement[];
  /** Whether it imports or exports anything: else it may be CommonJS. */
  readonly isModule: boolean;
  /** What is declared at its top, by name. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Values only, by the name they are exported as; those of `export *` are not among them. */
  readonly exports: ReadonlyMap<string, Export>;
  readonly stars: readonly ExportStar[];
  /** The specifiers of what it imports values from, in the order they are written. */
  readonly imports: readonly string[];
  /** What it imports for their side effects alone, in the same order. */
  readonly sideEffectImports: readonly StringLiteral[];
  /** The statements at its top that declare nothing. */
  readonly effects: readonly Effect[];
}

export interface SyntaxFault {
  readonly message: string;
  readonly start: number;
}

export type Declaration = ImportDeclaration | ValueDeclaration | PatternDeclaration | NamedDeclaration;

/** `imported` is `*` for the namespace of a module. */
export interface ImportDeclaration {
  readonly kind: 'import';
  readonly from: string;
  readonly imported: string;
  readonly node: Node;
}

/** `const name = node`; null where nothing is given to the name. The value of `export default` is called `*default*`. */
export interface ValueDeclaration {
  readonly kind: 'value';
  readonly names: readonly [string];
  readonly node: Node | null;
  readonly isConstant: boolean;
  readonly statement: Statement;
}

/** `const { a, b } = …`, of which `node` is the declarator. */
export interface PatternDeclaration {
  readonly kind: 'pattern';
  readonly names: readonly string[];
  readonly node: Node & { type: 'VariableDeclarator' };
  readonly isConstant: boolean;
  readonly statement: Statement;
}

/** Functions, classes, enums and namespaces; all of one name are one. */
export interface NamedDeclaration {
  readonly kind: 'named';
  readonly names: readonly [string];
  readonly nodes: readonly Node[];
  /** Whether it can be used above its own line. */
  readonly isHoisted: boolean;
  readonly statement: Statement;
}

/** Of a name of the module itself, or of another module, of which `name` may be `*`. */
export type Export =
  | { readonly local: string; readonly node: Node }
  | { readonly from: string; readonly name: string; readonly node: Node };

export interface ExportStar {
  readonly from: string;
  readonly node: Node;
}

export interface Effect {
  readonly node: Node;
  /** The module's own names that it may change. */
  readonly targets: ReadonlySet<string>;
  /** Whether it may change zod itself, such as its registry or its locale. */
  readonly changesZod: boolean;
}

/** What `export default` is declared as. */
export const DEFAULT = '*default*';
