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
  readonly declarations: Declarations;
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

export type Declaration = ImportDeclaration | OwnDeclaration;
/** What is declared at the top of a module, by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** `imported` is `*` for the namespace of a module. */
export interface ImportDeclaration {
  readonly kind: 'import';
  readonly from: string;
  readonly imported: string;
  readonly node: Node;
  readonly nodes: readonly [];
}

export interface OwnDeclaration {
  /**
   * `value` is `const name = node`, or `export default node`, which is called `*default*`; `pattern` is `const { a, b } = …`;
   * `named` are functions, classes, enums and namespaces: all of one name are one.
   */
  readonly kind: 'value' | 'pattern' | 'named';
  readonly names: readonly string[];
  /** What is evaluated: of a pattern the declarator; nothing where nothing is given to a name. */
  readonly nodes: readonly Node[];
  /** Whether nothing can be assigned to it. */
  readonly isConstant: boolean;
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
