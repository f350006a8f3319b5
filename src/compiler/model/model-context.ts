import type { Metadata, OpenApiMetadata } from '../../definition/metadata.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathSegment } from '../../protocol/path-template.js';
import type { ProjectConfig } from '../config/project-config.js';
import type { AssignedNames } from './assign-names.js';
import type { ClaimedNames } from './claim-names.js';
import type { PlanRegistry } from './plan-decoding.js';
import type { SchemaRegistry } from './schema-registry.js';
import type { UncheckedProcedure } from './unchecked-api.js';

/** What all procedures of a model share while it is built. */
export interface ModelContext {
  readonly registry: SchemaRegistry;
  readonly names: AssignedNames;
  readonly plans: PlanRegistry;
  readonly config: ProjectConfig;
  /** All procedures, even if only some of them are built. */
  readonly procedures: readonly UncheckedProcedure[];
  readonly claimed: ClaimedNames;
  /** The extension that the project's tsconfig requires in imports. */
  readonly importExtension: '.js' | '.ts';
}

/** A procedure whose metadata passed the rules. */
export interface CheckedProcedure extends UncheckedProcedure {
  readonly method: HttpMethod;
  readonly path: readonly PathSegment[];
  readonly rateLimit: Metadata['rateLimit'];
  readonly openapi: OpenApiMetadata & Readonly<Record<string, unknown>>;
}
