import * as z from 'zod';
import { type BinarySource, isBinarySource } from '../definition/binary.js';
import { brandOutput, type StreamKind } from '../definition/output-kind.js';
import {
  REDIRECT_STATUSES,
  type RedirectStatus,
  type RedirectTarget,
  readLocation,
} from '../definition/redirect.js';
import type { Schema } from '../definition/schema.js';
import { type EventIterable, type EventWithId, isAsyncIterable } from '../definition/stream.js';
import { EVENT } from '../protocol/brand.js';
import { expectSchema } from './expect-schema.js';

export interface BinaryOptions {
  /**
   * The content type of the response, such as `application/pdf`; `application/octet-stream` when absent. For a range
   * such as `image/*`, the `Blob` or the `Content-Type` header that the handler sets names the actual type.
   */
  readonly contentType?: string;
}

/** The schema of a binary output. */
export type Binary = z.ZodCustom<BinarySource, BinarySource>;

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+( *; *[\w-]+=("[^"\\]*"|[\w!#$&^.+-]+))*)$/;

/**
 * The output of a procedure that responds with bytes: the whole output, without an envelope. Throws a TypeError unless
 * `contentType` is a media type (RFC 9110, 8.3.1).
 */
export function binary({ contentType = 'application/octet-stream' }: BinaryOptions = {}): Binary {
  if (!MEDIA_TYPE.test(contentType)) throw new TypeError(`binary(): "${contentType}" is not a media type.`);
  const schema = z.custom<BinarySource>(isBinarySource, 'Expected bytes, a Blob or a stream of bytes');
  // The type of a `Blob` is in lower case.
  const type = contentType.endsWith('/*') ? contentType.toLowerCase() : contentType;
  brandOutput(schema, { kind: 'binary', contentType: type });
  return schema;
}

/** The schema of a redirect output. */
export type Redirect = z.ZodCustom<RedirectTarget, RedirectTarget>;

/**
 * The output of a GET procedure that redirects to the URL that the handler returns: with status 303 (See Other) unless
 * another one is given. Throws a TypeError for a status that is not a redirect.
 */
export function redirect(status: RedirectStatus = 303): Redirect {
  if (!REDIRECT_STATUSES.includes(status)) {
    throw new TypeError(`redirect(): ${status} is not one of the statuses ${REDIRECT_STATUSES.join(', ')}.`);
  }
  const schema = z.custom<RedirectTarget>((target) => readLocation(target).error === undefined, {
    error: ({ input }) => readLocation(input).error,
  });
  brandOutput(schema, { kind: 'redirect', status });
  return schema;
}

/** The schema of an event stream output. */
export type EventStream<Event extends Schema> = z.ZodCustom<
  EventIterable<z.output<Event>>,
  AsyncIterable<z.input<Event> | EventWithId<z.input<Event>>>
>;

/** The schema of a JSON Lines output. */
export type JsonLines<Line extends Schema> = z.ZodCustom<
  AsyncIterable<z.output<Line>>,
  AsyncIterable<z.input<Line>>
>;

/**
 * The output of a procedure that sends Server-Sent Events as they happen. The handler is an async generator, or returns
 * an async iterable. Each item matches `event`, or is `withId(id, event)`.
 */
export function eventStream<Event extends Schema>(event: Event): EventStream<Event> {
  return createStreamSchema({ kind: 'events', item: expectSchema('eventStream()', event) });
}

/** The output of a procedure that sends JSON documents as they are ready, one per line. Each matches `line`. */
export function jsonLines<Line extends Schema>(line: Line): JsonLines<Line> {
  return createStreamSchema({ kind: 'lines', item: expectSchema('jsonLines()', line) });
}

// biome-ignore lint/suspicious/noExplicitAny: what a handler returns and what a caller gets differ.
function createStreamSchema(output: StreamKind): z.ZodCustom<any, any> {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const schema = z.custom<any>(isAsyncIterable, 'Expected an async iterable');
  brandOutput(schema, output);
  return schema;
}

/** Valid in a request header and in a response header. */
const ID = /^[\x21-\x7e]([\x20-\x7e]{0,254}[\x21-\x7e])?$/;

/**
 * An event from which a caller can resume: after a broken connection the handler gets the id as `ctx.lastEventId`.
 * Throws a TypeError for an id that is not valid in a header: it has 1 to 256 printable ASCII characters.
 */
export function withId<Value>(id: string | number | bigint, value: Value): EventWithId<Value> {
  const text = String(id);
  if (!ID.test(text)) {
    throw new TypeError(`withId(): ${JSON.stringify(text)} is not 1 to 256 printable ASCII characters.`);
  }
  const event = { [EVENT]: true, id: text, value };
  return event;
}
