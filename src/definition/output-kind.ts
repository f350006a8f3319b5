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
  const def = schema?._zod.def as { readonly [OUTPUT]?: OutputKind; readonly [ENVELOPE]?: true } | undefined;
  return def?.[OUTPUT] ?? (def?.[ENVELOPE] ? ENVELOPE_KIND : PLAIN);
}

const PLAIN: OutputKind = { kind: 'plain' };
const ENVELOPE_KIND: OutputKind = { kind: 'envelope' };

/** The kind of a schema of `eventStream()` or `jsonLines()`; undefined for any other schema. */
export function streamOf(schema: Schema | undefined): StreamKind | undefined {
  const output = outputKindOf(schema);
  return output.item ? (output as StreamKind) : undefined;
}
