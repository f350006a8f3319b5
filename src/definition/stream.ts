import { EVENT, hasBrand } from '../protocol/brand.js';

/** An event with an id from which a caller can resume. */
export interface EventWithId<Value> {
  readonly id: string;
  readonly value: Value;
}

/** The value that a handler yielded, and its id if it has one. */
export function readEvent(given: unknown): { readonly id?: string; readonly value: unknown } {
  return hasBrand(given, EVENT) ? (given as EventWithId<unknown>) : { value: given };
}

/** The events of a stream after validation, without keys that their schema does not have. */
export interface EventIterable<Event> extends AsyncIterable<Event> {
  /** The id of the last yielded event that has one; null before that. */
  readonly lastEventId: string | null;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
