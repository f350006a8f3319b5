import { ENVELOPE, OUTPUT } from '../protocol/brand.js';
import type { Schema } from './schema.js';

/** How an output is sent, as the function that makes its schema says. */
export interface OutputKind {
  readonly kind: 'plain' | 'envelope' | 'binary' | 'events' | 'lines' | 'redirect';
  /** Of `binary`. */
  readonly contentType?: string;
  /** Of `redirect`. */
  readonly status?: number;
  /** The schema of each piece of a stream: of `events`, which are Server-Sent Events, and of `lines`, which are JSON Lines. */
  readonly item?: Schema;
}

export interface StreamKind extends OutputKind {
  readonly kind: 'events' | 'lines';
  readonly item: Schema;
}

/** Notes a kind on a schema. `.meta()` and `.describe()` clone the schema, and keep its definition. */
export function brandOutput(schema: Schema, output: OutputKind): void {
  Object.assign(schema._zod.def, { [OUTPUT]: output });
}

/** The kind of a schema, of this copy of the package or another. */
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
