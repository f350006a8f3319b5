import type { OutputKind } from '../../definition/output-kind.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathError, PathSegment } from '../../protocol/path-template.js';
import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { ReadProcedure } from '../parse/find-procedures.js';
import type { SideEffectImport } from '../parse/list-imports.js';
import type { MessageUse } from '../parse/list-message-uses.js';
import type { PromisedContext } from '../parse/list-promised-contexts.js';
import type { SchemaComponent, SchemaKey, Shape, Side } from '../schema/shape.js';
import type { SourceLocation } from '../source-location.js';

/** What a procedure file came to, with the application left out. Plain data that the next build may take over. */
export interface ParsedFile extends ProcedureFile {
  /** The modules of the project that it was made of, itself first: a file is parsed again when one of them has changed. */
  readonly modules: readonly ParsedModule[];
  /** The modules that ran before it, as the configuration lists them: absolute. */
  readonly setup: readonly string[];
  /** The exposed procedures, sorted by name. */
  readonly procedures: readonly ParsedProcedure[];
  /** The schemas with an id, and those that contain themselves, that the procedures lead to. */
  readonly components: ReadonlyMap<SchemaKey, SchemaComponent>;
  /** What the modules that its schemas were made of import for side effects. */
  readonly sideEffectImports: readonly SideEffectImport[];
  readonly nested: readonly NestedProcedure[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a build knows of a module of the project. */
export interface ParsedModule {
  /** Absolute, with `/`. */
  readonly path: string;
  /** SHA-256 of its text, in hex. */
  readonly hash: string;
  /** The modules of the project that it imports, in order: absolute, with `/`. */
  readonly imports: readonly string[];
  /** The URLs of what was evaluated of packages, and of Node itself, for its names. */
  readonly packages: readonly string[];
  readonly messageUses: readonly MessageUse[];
  readonly promisedContexts: readonly PromisedContext[];
  /** Warnings of where it asked the clock, or for a random number, when it was evaluated: what is made of it is never taken over. */
  readonly unstableReads: readonly Diagnostic[];
}

/** A procedure that is not an export, but stands inside one: an object or an array. */
export interface NestedProcedure {
  /** `router.items.list`, from the export on. */
  readonly path: string;
  /** Where the export's name stands. */
  readonly location: SourceLocation;
  readonly isExposed: boolean;
  /** As a `ParsedProcedure` has it. */
  readonly identity: string;
}

/** An exposed procedure as its file declares it, unchecked. Plain data. */
export interface ParsedProcedure extends ReadProcedure {
  /** `admin.apiKeys.list`. */
  readonly name: string;
  readonly namePath: readonly string[];
  /** Relative to the project. */
  readonly file: string;
  /** The same for two exports of one procedure. */
  readonly identity: string;
  /** The modules that run before its file where that may wait; null where a server has to run it when it starts. */
  readonly runsAfter: readonly string[] | null;
  readonly kind: ProcedureDefinition['kind'];
  /** `rateLimit` of the metadata, unchecked. */
  readonly rateLimit: unknown;
  /** `openapi` of the metadata, unchecked. */
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly method: HttpMethod | undefined;
  readonly path: readonly PathSegment[] | PathError | undefined;
  readonly input: ParsedInput | undefined;
  /** Of a stream that of each item, of bytes and redirects that of nothing. */
  readonly output: Shape | undefined;
  /** Response headers, when they are a schema. */
  readonly headers: Shape | undefined;
  /** Whether a middleware was added while callers had to be authenticated. */
  readonly hasProtectedMiddleware: boolean;
  readonly sentAs: Omit<OutputKind, 'item'>;
}

export type ProcedureShapes = Pick<ParsedProcedure, 'input' | 'output' | 'headers'>;

/** The shapes of a procedure's schemas, each with its side. */
export function listShapes({ input, output, headers }: ProcedureShapes): readonly (readonly [Side, Shape])[] {
  const all = [['input', input?.shape] as const, ['output', output] as const, ['output', headers] as const];
  return all.flatMap(([side, shape]) => (shape ? [[side, shape] as const] : []));
}

export interface ParsedInput {
  readonly shape: Shape;
  /** Whether it can also be nothing at all. */
  readonly isOptional: boolean;
}
