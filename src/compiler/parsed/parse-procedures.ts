import { isSchema } from '../../definition/inner-schemas.js';
import type { Metadata } from '../../definition/metadata.js';
import { outputKindOf } from '../../definition/output-kind.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { Schema } from '../../definition/schema.js';
import { BUILDER, hasBrand, PROCEDURE } from '../../protocol/brand.js';
import { HTTP_METHODS } from '../../protocol/http-method.js';
import { parsePathTemplate } from '../../protocol/path-template.js';
import { compareNames } from '../compare-names.js';
import { acceptsUndefined } from '../describe/is-optional.js';
import { defOf } from '../describe/zod-schema.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { Exports } from '../evaluate/evaluate-exports.js';
import { readChainLocations } from '../locations/read-chain-locations.js';
import { keyOf } from '../locations/read-object-locations.js';
import type { ProcedureSyntax } from '../parse/find-procedures.js';
import type { SourceModules } from '../parse/source-modules.js';
import { type Shape, unsupported } from '../schema/shape.js';
import { findNearest } from '../suggest-name.js';
import { listShapes, type NestedProcedure, type ParsedFile, type ParsedProcedure } from './parsed-file.js';
import type { SchemaDescriber } from './schema-describer.js';

/** What the text of a procedure file shows. */
export interface FileSyntax extends ProcedureFile {
  readonly procedures: readonly ProcedureSyntax[];
  readonly runsAfter: ParsedProcedure['runsAfter'];
}

export type FileContent = Pick<ParsedFile, 'procedures' | 'components' | 'nested' | 'diagnostics'>;

/** Describes a file's exports. May run the project's code: getters and defaults of schemas. */
export function parseProcedures(
  file: FileSyntax,
  exports: Exports,
  { describer, sources }: { readonly describer: SchemaDescriber; readonly sources: SourceModules },
): FileContent {
  const exported = file.procedures.map((syntax) => ({ syntax, value: exports[syntax.exportName] }));
  const procedures = exported.flatMap(({ syntax, value }) => {
    if (!hasBrand(value, PROCEDURE)) return [];
    const { definition } = value as { definition: ProcedureDefinition };
    return [
      { syntax, definition, identity: describer.identify(value as object), ...nameProcedure(file, syntax) },
    ];
  });
  const parsed = procedures
    .filter(({ definition }) => isExposed(definition.meta))
    .sort((left, right) => compareNames(left.name, right.name))
    .map((procedure) => parseProcedure(file, procedure, describer));
  const shapes = parsed.flatMap((procedure) => listShapes(procedure).map(([, shape]) => shape));
  return {
    procedures: parsed,
    components: describer.listComponents(shapes),
    nested: exported.flatMap(({ syntax, value }) => listNested(syntax, value, describer)),
    diagnostics: [
      ...exported.flatMap(({ syntax, value }) => reportUnfinished(syntax, value)),
      ...procedures.flatMap(({ syntax, definition }) => reportMisspelt(sources, file, syntax, definition)),
    ],
  };
}

/** A default export is named after its file. In the folder's own `index.ts` there is no such name. */
function nameProcedure(file: FileSyntax, { exportName }: ProcedureSyntax) {
  const ofDefault = file.namePath.length === 0 ? [''] : file.namePath;
  const namePath = exportName === 'default' ? ofDefault : [...file.namePath, exportName];
  return { name: namePath.join('.'), namePath };
}

interface NamedProcedure extends Pick<ParsedProcedure, 'name' | 'namePath' | 'identity'> {
  readonly syntax: ProcedureSyntax;
  readonly definition: ProcedureDefinition;
}

function parseProcedure(
  file: FileSyntax,
  { syntax, definition, ...named }: NamedProcedure,
  describer: SchemaDescriber,
): ParsedProcedure {
  const { kind, meta, input, output, hasProtectedMiddleware = false } = definition;
  // By name: another version of procgen may have created the schema, with more properties.
  const { kind: outputKind, contentType, status, item } = outputKindOf(isSchema(output) ? output : undefined);
  const isJson = outputKind !== 'binary' && outputKind !== 'redirect';
  const { headers, ...openapi } = { ...(meta.openapi as object | undefined) } as Record<string, unknown>;
  const describeOutput = (schema: Schema): Shape => {
    const shape = describer.describe(item ?? schema, 'output');
    return item && shape.kind === 'absent' ? NO_ITEM : shape;
  };
  return {
    ...named,
    file: file.file,
    exportName: syntax.exportName,
    location: syntax.location,
    description: syntax.description,
    runsAfter: file.runsAfter,
    kind,
    rateLimit: meta.rateLimit,
    // Keeps whether `headers` is an object schema; anything else is an error.
    openapi: { ...openapi, ...(headers !== undefined && { headers: isHeaders(headers) }) },
    method: HTTP_METHODS.find((method) => method === openapi.method),
    path: typeof openapi.path === 'string' ? parsePathTemplate(openapi.path) : undefined,
    input: input && { shape: describer.describe(input, 'input'), isOptional: acceptsUndefined(input) },
    output: isJson ? output && describeOutput(output) : { kind: 'absent' },
    headers: isSchema(headers) ? describer.describe(headers, 'output') : undefined,
    hasProtectedMiddleware,
    sentAs: {
      kind: outputKind,
      ...(contentType !== undefined && { contentType }),
      ...(status !== undefined && { status }),
    },
  };
}

const NO_ITEM = unsupported(
  'each item of a stream is a JSON value',
  'Use `z.null()`, or an object that says what happened.',
);

function isHeaders(headers: unknown): boolean {
  return isSchema(headers) && defOf(headers).type === 'object';
}

const METADATA_KEYS = ['openapi', 'rateLimit'] as const;

const CONSEQUENCES = {
  openapi: 'there is no endpoint',
  rateLimit: 'the default class of limits counts',
} as const;

/** Reports a metadata key that is not procgen's but similar to one. */
function reportMisspelt(
  sources: SourceModules,
  { file }: FileSyntax,
  { exportName, location: ownLocation }: ProcedureSyntax,
  { meta }: ProcedureDefinition,
): readonly Diagnostic[] {
  return Object.keys(meta).flatMap((key) => {
    const intended = key === 'openapi' || key === 'rateLimit' ? null : findNearest(key, METADATA_KEYS);
    if (intended === null) return [];
    const { metadata, calls } = readChainLocations(sources, file, exportName);
    const location = metadata.get(keyOf(key)) ?? calls.get('meta') ?? ownLocation;
    const message = `The metadata key \`${key}\` is ignored: procgen reads \`${intended}\`.`;
    const help = `Rename it to \`${intended}\`, without which ${CONSEQUENCES[intended]}, or give a key of your own a name that is less like it.`;
    return [createDiagnostic('misspelt-metadata', location, message, { help })];
  });
}

/** An exported builder is meant to be shared, unless it has a route: then its last step is missing. */
function reportUnfinished({ exportName, location }: ProcedureSyntax, value: unknown): Diagnostic[] {
  const openapi = (value as { [BUILDER]?: Metadata } | null | undefined)?.[BUILDER]?.openapi;
  if (openapi?.enabled !== true || openapi.method === undefined || openapi.path === undefined) return [];
  const message = `"${exportName}" has the route ${openapi.method} ${openapi.path}, but no handler.`;
  return [createDiagnostic('missing-handler', location, message)];
}

/** Lists the procedures inside the value of an export; empty if the value is a procedure itself. */
function listNested(
  { exportName, location }: ProcedureSyntax,
  value: unknown,
  describer: SchemaDescriber,
): readonly NestedProcedure[] {
  const found: NestedProcedure[] = [];
  /** Objects may be circular. */
  const seen = new Set<object>();
  const visit = (part: unknown, path: string): void => {
    if (hasBrand(part, PROCEDURE)) {
      const { meta } = (part as { definition: ProcedureDefinition }).definition;
      found.push({
        path,
        location,
        isExposed: isExposed(meta),
        identity: describer.identify(part as object),
      });
    } else if (isContainer(part) && !seen.has(part)) {
      seen.add(part);
      for (const key of Object.keys(part)) visit(readKey(part, key), `${path}.${key}`);
    }
  };
  if (!hasBrand(value, PROCEDURE)) visit(value, exportName);
  return found;
}

/** An array, a plain object, or a module namespace. */
function isContainer(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns undefined if one of the application's getters throws. */
function readKey(object: Record<string, unknown>, key: string): unknown {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}

/** Whether metadata requests exposure, or is invalid, which is reported as an error. */
function isExposed(meta: ProcedureDefinition['meta']): boolean {
  const { openapi } = meta as { openapi?: unknown };
  if (typeof openapi !== 'object' || openapi === null) return openapi !== undefined;
  return (openapi as { enabled?: unknown }).enabled !== false;
}
