import contentType from 'content-type';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Call } from '../call/call.js';
import type { RequestHeaders } from '../exchange.js';
import type { AwaitedBodies } from '../overload/awaited-bodies.js';
import { parseJson } from '../request/parse-json.js';

export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

export interface BodyOptions {
  readonly isOptional: boolean;
  readonly limitBytes: number;
  /** Counts the bodies that do not arrive together with their heads. */
  readonly bodies: Pick<AwaitedBodies, 'track'>;
}

/** Stands for the missing body of a request whose body is optional. */
export const NO_BODY = Symbol('no body');

/**
 * Reads and parses a JSON body; returns a promise if it has not arrived yet. Throws, or rejects with, a
 * PAYLOAD_TOO_LARGE that closes the connection, an UNSUPPORTED_MEDIA_TYPE that says what to send, a BAD_REQUEST, or a
 * refusal of `bodies`.
 */
export function readBody(call: Call, options: BodyOptions): unknown {
  const { body, headers } = call.exchange;
  if (!body.isSent) {
    if (options.isOptional) return NO_BODY;
    throw new BuiltInError('BAD_REQUEST', 'body.missing');
  }
  checkHeaders(headers);
  const arrived = body.readArrived(options.limitBytes);
  return Buffer.isBuffer(arrived) ? parseBody(arrived, options) : waitForBody(arrived, call, options);
}

async function waitForBody(
  arriving: undefined | Promise<Buffer | undefined>,
  call: Call,
  options: BodyOptions,
): Promise<unknown> {
  const { bodies, limitBytes } = options;
  const arrived = await arriving;
  const receive = (onBytes: (bytes: number) => boolean) => call.exchange.body.read(limitBytes, onBytes);
  return parseBody(arrived ?? (await bodies.track(call, receive)), options);
}

function parseBody(bytes: Buffer, { isOptional, limitBytes }: BodyOptions): unknown {
  if (bytes.length > limitBytes) throw createTooLarge(limitBytes);
  if (bytes.length === 0) {
    if (isOptional) return NO_BODY;
    throw new BuiltInError('BAD_REQUEST', 'body.empty');
  }
  return parseJson(bytes);
}

function checkHeaders(headers: RequestHeaders): void {
  if (headers['content-encoding'] !== undefined) {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.contentEncoding');
  }
  const { type, charset } = parseContentType(String(headers['content-type'] ?? ''));
  if (type !== 'application/json') {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.mediaType');
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.charset');
  }
}

/** The result for the most common header. */
const PLAIN_JSON = { type: 'application/json', charset: 'utf-8' };

function parseContentType(header: string): { type: string; charset: string } {
  if (header === 'application/json') return PLAIN_JSON;
  try {
    // A header may end with an empty parameter (RFC 9110, 5.6.6), which the parser rejects.
    const { type, parameters } = contentType.parse(header.endsWith(';') ? header.slice(0, -1) : header);
    return { type, charset: (parameters.charset ?? 'utf-8').toLowerCase() };
  } catch {
    return { type: '', charset: '' };
  }
}

/** Creates the error for a body that is too long. The connection is closed, since the rest may still be arriving. */
export function createTooLarge(limitBytes: number): BuiltInError {
  return new BuiltInError('PAYLOAD_TOO_LARGE', 'body.tooLarge', {
    params: { max: limitBytes },
    headers: { Connection: 'close' },
  });
}
