import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathError, PathSegment } from '../../protocol/path-template.js';
import type { Deferral } from '../parse/read-deferral.js';
import type { SchemaUse, Shape } from '../schema/shape.js';
import type { SourceLocation } from '../source-location.js';

/** An exposed procedure as its file declares it, unchecked. Plain data. */
export interface ParsedProcedure {
  /** `admin.apiKeys.list`. */
  readonly name: string;
  readonly namePath: readonly string[];
  /** Relative to the project. */
  readonly file: string;
  readonly exportName: string;
  /** Where the export's name stands. */
  readonly location: SourceLocation;
  /** Its JSDoc, without tags. */
  readonly description: string | undefined;
  /** The same for two exports of one procedure. */
  readonly identity: string;
  /** What its file needs of a server; null where a server has to run it when it starts. */
  readonly deferral: Deferral | null;
  readonly kind: ProcedureDefinition['kind'];
  /** `rateLimit` of the metadata, unchecked. */
  readonly rateLimit: unknown;
  /** `openapi` of the metadata, unchecked. */
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly method: HttpMethod | undefined;
  readonly path: readonly PathSegment[] | PathError | undefined;
  readonly input: ParsedInput | undefined;
  readonly output: Shape | undefined;
  /** Response headers, when they are a schema. */
  readonly headers: Shape | undefined;
  /** Whether a middleware was added while callers had to be authenticated. */
  readonly hasProtectedMiddleware: boolean;
  /** Whether the output is an envelope. */
  readonly isEnvelope: boolean;
  /** The content type of an output that is bytes, which has the shape of nothing. */
  readonly contentType: string | undefined;
  /** The components that it leads to and no procedure of its file that comes before it. */
  readonly firstUses: readonly SchemaUse[];
}

export interface ParsedInput {
  readonly shape: Shape;
  /** Whether it can also be nothing at all. */
  readonly isOptional: boolean;
}
