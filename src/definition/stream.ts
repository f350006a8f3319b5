import { EVENT, hasBrand } from '../protocol/brand.js';

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
