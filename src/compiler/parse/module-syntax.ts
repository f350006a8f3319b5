import type { Comment, Node, Statement, StringLiteral } from 'oxc-parser';

/** What the text of a module shows without running it. */
export interface ModuleSyntax {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to the project if it lies inside, else absolute. */
  readonly file: string;
  readonly text: string;
  /** Its syntax errors. If there are any, nothing else is known. */
  readonly errors: readonly ParseError[];
  readonly comments: readonly Comment[];
  readonly statements: readonly Statement[];
  /** Whether it imports or exports anything; otherwise it may be CommonJS. */
  readonly isModule: boolean;
  readonly declarations: Declarations;
  /** Values only, by exported name, without those of `export *`. */
  readonly exports: ReadonlyMap<string, Export>;
  readonly starExports: readonly ExportStar[];
  /** The specifiers of its value imports, in source order. */
  readonly imports: readonly string[];
  /** Its imports for side effects only, in source order. */
  readonly sideEffectImports: readonly StringLiteral[];
  /** The top-level statements that declare nothing. */
  readonly effects: readonly Effect[];
}

export interface ParseError {
  readonly message: string;
  readonly start: number;
}

export type Declaration = ImportDeclaration | OwnDeclaration;
/** The top-level declarations of a module, by name. */
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
   * `value` is `const name = node`, or `export default node`, which is named `*default*`; `pattern` is `const { a, b }
   * = …`; `named` are functions, classes, enums and namespaces, merged by name.
   */
  readonly kind: 'value' | 'pattern' | 'named';
  readonly names: readonly string[];
  /** The nodes to evaluate: of a pattern its declarator; empty without an initializer. */
  readonly nodes: readonly Node[];
  /** Whether it cannot be assigned to. */
  readonly isConstant: boolean;
  /** Whether it can be used above its own line. */
  readonly isHoisted: boolean;
  readonly statement: Statement;
}

/** An export of the module's own name, or of another module's, of which `name` may be `*`. */
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

/** The name under which `export default` is declared. */
export const DEFAULT = '*default*';
