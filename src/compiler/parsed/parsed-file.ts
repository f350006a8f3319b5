import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { FailingStart } from '../parse/find-failing-start.js';
import type { UnstableRead } from '../parse/find-unstable-read.js';
import type { MessageUse } from '../parse/list-message-uses.js';
import type { PromisedContext } from '../parse/list-promised-contexts.js';
import type { SideEffectImport } from '../parse/list-side-effect-imports.js';
import type { UnexportedProcedure } from '../parse/list-unexported.js';
import type { SchemaComponent, SchemaKey, SchemaUse } from '../schema/shape.js';
import type { SourceLocation } from '../source-location.js';
import type { ParsedProcedure } from './parsed-procedure.js';

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
  /** On which sides the procedures use them. */
  readonly uses: readonly SchemaUse[];
  /** What the modules that its schemas were made of import for side effects. */
  readonly sideEffectImports: readonly SideEffectImport[];
  readonly unexported: readonly UnexportedProcedure[];
  /** Of the modules that were evaluated for it. */
  readonly failingStarts: readonly FailingStart[];
  readonly nested: readonly NestedProcedure[];
  readonly ownMetadata: readonly OwnMetadata[];
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
  /** Where it asked the clock, or for a random number, when it was evaluated: what is made of it is never taken over. */
  readonly unstableReads: readonly {
    readonly source: UnstableRead['source'];
    readonly location: SourceLocation;
  }[];
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

/** A procedure with metadata beside `openapi` and `rateLimit`, and the keys of that. */
export interface OwnMetadata {
  readonly file: string;
  readonly exportName: string;
  /** Where the export's name stands. */
  readonly location: SourceLocation;
  readonly keys: readonly string[];
}

/** Tells procedures apart after they are gone. */
export type Identify = (procedure: object) => string;
