import type { OutputKind } from '../../definition/output-kind.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathError, PathSegment } from '../../protocol/path-template.js';
import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { ProcedureSyntax } from '../parse/find-procedures.js';
import type { SideEffectImport } from '../parse/list-imports.js';
import type { MessageUse } from '../parse/list-message-uses.js';
import type { RequiredContext } from '../parse/list-required-contexts.js';
import type { SchemaComponent, SchemaKey, Shape, Side } from '../schema/shape.js';
import type { SourceLocation } from '../source-location.js';

/** The result of parsing a procedure file, without its handlers. Plain data, which the next build may reuse. */
export interface ParsedFile extends ProcedureFile {
  /** The project's modules that it depends on, itself first. It is parsed again when one of them changes. */
  readonly modules: readonly ParsedModule[];
  /** The setup modules that ran before it, in the order of the configuration, as absolute paths. */
  readonly setup: readonly string[];
  /** The exposed procedures, sorted by name. */
  readonly procedures: readonly ParsedProcedure[];
  /** The schemas with an id and the recursive ones that the procedures reach. */
  readonly components: Readonly<Record<SchemaKey, SchemaComponent>>;
  /** Imports for side effects in the modules that its schemas depend on. */
  readonly sideEffectImports: readonly SideEffectImport[];
  readonly nested: readonly NestedProcedure[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A module of the project. */
export interface ParsedModule {
  /** Absolute, with `/`. */
  readonly path: string;
  /** SHA-256 of its text, in hex. */
  readonly hash: string;
  /** The project's modules that it imports, in order, as absolute paths with `/`. */
  readonly imports: readonly string[];
  /** The URLs of packages and built-in modules that were loaded for its names. */
  readonly packages: readonly string[];
  readonly messageUses: readonly MessageUse[];
  readonly requiredContexts: readonly RequiredContext[];
  /** Warnings of clock or random reads during its evaluation, which prevent reuse of what depends on it. */
  readonly unstableReads: readonly Diagnostic[];
}

/** A procedure that is not an export, but inside one: in an object or an array. */
export interface NestedProcedure {
  /** The path from the export on, such as `router.items.list`. */
  readonly path: string;
  /** The location of the export's name. */
  readonly location: SourceLocation;
  readonly isExposed: boolean;
  /** The same as that of the `ParsedProcedure`. */
  readonly identity: string;
}

/** An exposed procedure as its file declares it, not yet checked. Plain data. */
export interface ParsedProcedure extends ProcedureSyntax {
  /** Such as `admin.apiKeys.list`. */
  readonly name: string;
  readonly namePath: readonly string[];
  /** Relative to the project. */
  readonly file: string;
  /** Equal for two exports of the same procedure. */
  readonly identity: string;
  /** The imports that stay eager if its file is loaded on demand; null if a server must load the file at startup. */
  readonly runsAfter: readonly string[] | null;
  readonly kind: ProcedureDefinition['kind'];
  /** `rateLimit` of the metadata, unchecked. */
  readonly rateLimit: unknown;
  /** `openapi` of the metadata, unchecked. */
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly method: HttpMethod | undefined;
  readonly path: readonly PathSegment[] | PathError | undefined;
  readonly input: ParsedInput | undefined;
  /** For a stream the shape of an item; absent for bytes and redirects. */
  readonly output: Shape | undefined;
  /** The response headers, if they are a schema. */
  readonly headers: Shape | undefined;
  /** Whether a middleware was added while callers had to be authenticated. */
  readonly hasProtectedMiddleware: boolean;
  readonly sentAs: Omit<OutputKind, 'item'>;
}

export type ProcedureShapes = Pick<ParsedProcedure, 'input' | 'output' | 'headers'>;

/** Lists the shapes of a procedure's schemas, each with its side. */
export function listShapes({ input, output, headers }: ProcedureShapes): readonly (readonly [Side, Shape])[] {
  const all = [['input', input?.shape] as const, ['output', output] as const, ['output', headers] as const];
  return all.flatMap(([side, shape]) => (shape ? [[side, shape] as const] : []));
}

export interface ParsedInput {
  readonly shape: Shape;
  /** Whether it may be left out. */
  readonly isOptional: boolean;
}
