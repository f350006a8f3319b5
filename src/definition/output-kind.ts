import { ENVELOPE, OUTPUT } from '../protocol/brand.js';
import type { Schema } from './schema.js';

/** How an output is sent, determined by the function that created its schema. */
export interface OutputKind {
  readonly kind: 'plain' | 'envelope' | 'binary' | 'events' | 'lines' | 'redirect';
  /** Only for `binary`. */
  readonly contentType?: string;
  /** Only for `redirect`. */
  readonly status?: number;
  /** The schema of each item of a stream: of `events` (Server-Sent Events) or `lines` (JSON Lines). */
  readonly item?: Schema;
}

export interface StreamKind extends OutputKind {
  readonly kind: 'events' | 'lines';
  readonly item: Schema;
}

/** Records the kind in the schema's definition, which `.meta()` and `.describe()` keep when they clone the schema. */
export function brandOutput(schema: Schema, output: OutputKind): void {
  Object.assign(schema._zod.def, { [OUTPUT]: output });
}

/** The kind of a schema, also if another copy of the package created it. */
export function outputKindOf(schema: Schema | undefined): OutputKind {
  const def = schema?._zod.def as BrandedDef | undefined;
  const output = def?.[OUTPUT] ?? (def?.[ENVELOPE] ? ENVELOPE_KIND : PLAIN);
  return def && output.kind === 'envelope' && !isEnvelope(def) ? PLAIN : output;
}

interface BrandedDef {
  readonly [OUTPUT]?: OutputKind;
  readonly [ENVELOPE]?: true;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
}

const PLAIN: OutputKind = { kind: 'plain' };
const ENVELOPE_KIND: OutputKind = { kind: 'envelope' };

/** Whether an object has an envelope's keys. What `.extend()`, `.omit()` and the like make of one keeps the brand. */
function isEnvelope({ shape = {}, catchall }: BrandedDef): boolean {
  const keys = Object.keys(shape).sort().join();
  return (
    (keys === 'message,success' || keys === 'message,payload,success') &&
    shape.success?._zod.def.type === 'literal' &&
    (!catchall || catchall._zod.def.type === 'never')
  );
}

/** The kind of a schema of `eventStream()` or `jsonLines()`; undefined for any other schema. */
export function streamOf(schema: Schema | undefined): StreamKind | undefined {
  const output = outputKindOf(schema);
  return output.item ? (output as StreamKind) : undefined;
}
