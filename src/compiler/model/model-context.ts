import type { Metadata, OpenApiMetadata } from '../../definition/metadata.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathSegment } from '../../protocol/path-template.js';
import type { ProjectConfig } from '../load/project-config.js';
import type { ClaimedNames } from './claim-names.js';
import type { PlanBook } from './plan-book.js';
import type { ComparedDraft, ProcedureDraft } from './procedure-draft.js';
import type { SchemaBook } from './schema-book.js';
import type { SettledNames } from './settle-names.js';

/** What all procedures of a model share while it is built. */
export interface ModelContext {
  readonly book: SchemaBook;
  readonly names: SettledNames;
  readonly plans: PlanBook;
  readonly config: ProjectConfig;
  /** All procedures, also where only some of them are built. */
  readonly drafts: readonly ComparedDraft[];
  readonly claimed: ClaimedNames;
  /** The extension that the project's tsconfig calls for in imports. */
  readonly importExtension: '.js' | '.ts';
}

/** A draft whose metadata the rules have passed. */
export interface CheckedDraft extends ProcedureDraft {
  readonly method: HttpMethod;
  readonly path: readonly PathSegment[];
  readonly rateLimit: Metadata['rateLimit'];
  readonly openapi: OpenApiMetadata & Readonly<Record<string, unknown>>;
}
