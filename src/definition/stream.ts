import { EVENT, hasBrand, STREAM } from '../protocol/brand.js';
import type { Schema } from './schema.js';

/** An output that is sent piece by piece: as Server-Sent Events, or as JSON Lines. */
export interface StreamDefinition {
  readonly format: 'events' | 'lines';
  /** The schema of each piece. */
  readonly item: Schema;
}

/** Of a schema of `eventStream()` or `jsonLines()`, of this copy of the package or another; undefined for any other schema. */
export function streamOf(schema: Schema | undefined): StreamDefinition | undefined {
  return (schema?._zod.def as unknown as { readonly [STREAM]?: StreamDefinition } | undefined)?.[STREAM];
}

/** An event that a caller can go on from. */
export interface EventWithId<Value> {
  readonly id: string;
  readonly value: Value;
}

/** What a handler yields: an id, if there is one, and the value. */
export function readEvent(given: unknown): { readonly id?: string; readonly value: unknown } {
  return hasBrand(given, EVENT) ? (given as EventWithId<unknown>) : { value: given };
}

/** The events of a stream as they are handed out: checked, and without what their schema does not name. */
export interface EventIterable<Event> extends AsyncIterable<Event> {
  /** Of the last event that was handed out and has one; null before that. */
  readonly lastEventId: string | null;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
