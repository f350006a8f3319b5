import { contentTypeOf } from '../../definition/binary.js';
import { isSchema } from '../../definition/inner-schemas.js';
import type { Metadata } from '../../definition/metadata.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import { isActionResponse, type Schema } from '../../definition/schema.js';
import { BUILDER, hasBrand, PROCEDURE } from '../../protocol/brand.js';
import { HTTP_METHODS } from '../../protocol/http-method.js';
import { parsePathTemplate } from '../../protocol/path-template.js';
import { compareNames } from '../compare-names.js';
import { acceptsUndefined } from '../describe/is-optional.js';
import { defOf } from '../describe/zod-schema.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { ReadProcedure } from '../parse/find-procedures.js';
import type { Deferral } from '../parse/read-deferral.js';
import type { SchemaUse, Shape, Side } from '../schema/shape.js';
import { isExposed, listNested } from './list-nested.js';
import type { Identify, OwnMetadata, ParsedFile } from './parsed-file.js';
import type { ParsedProcedure } from './parsed-procedure.js';
import type { SchemaDescriber } from './schema-describer.js';

/** What the text of a procedure file tells. */
export interface ReadFile extends ProcedureFile {
  readonly procedures: readonly ReadProcedure[];
  /** Null where a server has to run it when it starts. */
  readonly deferral: Deferral | null;
}

/** What files export, by name. */
export type Exports = Readonly<Record<string, unknown>>;

export type FileContent = Pick<
  ParsedFile,
  'procedures' | 'components' | 'uses' | 'nested' | 'ownMetadata' | 'diagnostics'
>;

/** Describes what a file exports. May run code of the project's: getters and defaults of schemas. */
export function parseProcedures(
  file: ReadFile,
  exports: Exports,
  { describer, identify }: { readonly describer: SchemaDescriber; readonly identify: Identify },
): FileContent {
  const exported = file.procedures.map((read) => ({ read, value: exports[read.exportName] }));
  const procedures = exported.flatMap(({ read, value }) => {
    if (!hasBrand(value, PROCEDURE)) return [];
    const { definition } = value as { definition: ProcedureDefinition };
    return [{ read, definition, identity: identify(value as object), ...nameProcedure(file, read) }];
  });
  const used = new Set<string>();
  const parsed = procedures
    .filter(({ definition }) => isExposed(definition.meta))
    .sort((left, right) => compareNames(left.name, right.name))
    .map((procedure) => parseProcedure(file, procedure, { describer, used }));
  const uses = parsed.flatMap(({ firstUses }) => firstUses);
  return {
    procedures: parsed,
    components: describer.listComponents(uses.map(({ key }) => key)),
    uses,
    nested: exported.flatMap(({ read, value }) => listNested(read, value, identify)),
    ownMetadata: procedures.flatMap(({ read, definition }) => listOwnMetadata(file, read, definition)),
    diagnostics: exported.flatMap(({ read, value }) => reportUnfinished(read, value)),
  };
}

function nameProcedure(file: ReadFile, { exportName }: ReadProcedure) {
  const namePath = nameExport(file.namePath, exportName);
  return { name: namePath.join('.'), namePath };
}

/** A default export is named after its file, and after nothing where the file itself is named by the folder of them all. */
function nameExport(file: readonly string[], exportName: string): readonly string[] {
  if (exportName !== 'default') return [...file, exportName];
  return file.length === 0 ? [''] : file;
}

interface NamedProcedure extends Pick<ParsedProcedure, 'name' | 'namePath' | 'identity'> {
  readonly read: ReadProcedure;
  readonly definition: ProcedureDefinition;
}

function parseProcedure(
  file: ReadFile,
  { read, definition, ...named }: NamedProcedure,
  { describer, used }: { readonly describer: SchemaDescriber; readonly used: Set<string> },
): ParsedProcedure {
  const { kind, meta, input, output, hasProtectedMiddleware = false } = definition;
  const contentType = isSchema(output) ? contentTypeOf(output) : undefined;
  const { headers, ...openapi } = { ...(meta.openapi as object | undefined) } as Record<string, unknown>;
  const firstUses: SchemaUse[] = [];
  const describe = (schema: Schema, side: Side): Shape => {
    const shape = describer.describe(schema, side);
    firstUses.push(...describer.listUses(shape, side, used));
    return shape;
  };
  return {
    ...named,
    file: file.file,
    exportName: read.exportName,
    location: read.location,
    description: read.description,
    deferral: file.deferral,
    kind,
    rateLimit: meta.rateLimit,
    // A schema stands for itself, as what it is; anything else that is given is an error.
    openapi: { ...openapi, ...(headers !== undefined && { headers: isHeaders(headers) }) },
    method: HTTP_METHODS.find((method) => method === openapi.method),
    path: typeof openapi.path === 'string' ? parsePathTemplate(openapi.path) : undefined,
    input: input && { shape: describe(input, 'input'), isOptional: acceptsUndefined(input) },
    output: contentType === undefined ? output && describe(output, 'output') : { kind: 'absent' },
    headers: isSchema(headers) ? describe(headers, 'output') : undefined,
    hasProtectedMiddleware,
    isEnvelope: isSchema(output) && isActionResponse(output),
    contentType,
    firstUses,
  };
}

function isHeaders(headers: unknown): boolean {
  return isSchema(headers) && defOf(headers).type === 'object';
}

function listOwnMetadata(
  { file }: ReadFile,
  { exportName, location }: ReadProcedure,
  { meta }: ProcedureDefinition,
): readonly OwnMetadata[] {
  const keys = Object.keys(meta).filter((key) => key !== 'openapi' && key !== 'rateLimit');
  return keys.length === 0 ? [] : [{ file, exportName, location, keys }];
}

/** A builder that is exported is there to be shared, unless it has a route already: then its last step was forgotten. */
function reportUnfinished({ exportName, location }: ReadProcedure, value: unknown): Diagnostic[] {
  const openapi = (value as { [BUILDER]?: Metadata } | null | undefined)?.[BUILDER]?.openapi;
  if (openapi?.enabled !== true || openapi.method === undefined || openapi.path === undefined) return [];
  const message = `"${exportName}" has the route ${openapi.method} ${openapi.path}, but no handler.`;
  return [createDiagnostic('missing-handler', location, message)];
}
