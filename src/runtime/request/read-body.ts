import type { IncomingMessage } from 'node:http';
import contentType from 'content-type';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { AwaitingCall } from '../overload/awaited-bodies.js';
import { parseJson } from './parse-json.js';
import { type BytesOptions, callerGone, isCallerGone, readBytes, tooLarge } from './read-bytes.js';

export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

export interface BodyOptions extends BytesOptions {
  readonly isOptional: boolean;
}

/** Stands for the body of a request that has none, where none is needed. */
export const NO_BODY = Symbol('no body');

/**
 * Reads and parses a JSON body and gives what `use` makes of it: a promise where it still has to arrive. Throws, or
 * rejects with, a PAYLOAD_TOO_LARGE that closes the connection, an UNSUPPORTED_MEDIA_TYPE that says what to send, or a
 * BAD_REQUEST.
 *
 * In an application of someone else a body parser may have read it before. Then its text is taken from
 * `ctx.request.rawBody`, or made again from the value in `ctx.request.body`, and goes through the same checks: `parsed`
 * is Koa's request where there is one. A body of which neither was left is an INTERNAL, whose message tells the
 * operator; a CLIENT_CLOSED_REQUEST is thrown only when the caller did go away.
 */
export function readBody<T>(
  call: AwaitingCall,
  parsed: object | undefined,
  options: BodyOptions,
  use: (body: unknown) => T | Promise<T>,
): T | Promise<T> {
  const { req } = call;
  if (!hasBody(req)) {
    if (options.isOptional) return use(NO_BODY);
    throw new BuiltInError('BAD_REQUEST', 'body.missing');
  }
  checkHeaders(req);
  if (isReadAlready(req)) return use(parseBody(readLeftover(req, parsed), options));
  return readBytes(call, options, (bytes) => use(parseBody(bytes, options)));
}

function parseBody(bytes: Buffer, { isOptional, limitBytes }: BodyOptions): unknown {
  if (bytes.length > limitBytes) throw tooLarge(limitBytes);
  if (bytes.length === 0) {
    if (isOptional) return NO_BODY;
    throw new BuiltInError('BAD_REQUEST', 'body.empty');
  }
  return parseJson(bytes);
}

function hasBody(req: IncomingMessage): boolean {
  if (req.headers['transfer-encoding'] !== undefined) return true;
  const length = req.headers['content-length'];
  return length !== undefined && Number(length) > 0;
}

function checkHeaders(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined) {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.contentEncoding');
  }
  const { type, charset } = parseContentType(req.headers['content-type']);
  if (type !== 'application/json') {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.mediaType');
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.charset');
  }
}

/** What nearly every caller says. */
const PLAIN_JSON = { type: 'application/json', charset: 'utf-8' };

function parseContentType(header = ''): { type: string; charset: string } {
  if (header === 'application/json') return PLAIN_JSON;
  try {
    // A parameter may be empty (RFC 9110, 5.6.6), which the parser does not know.
    const { type, parameters } = contentType.parse(header.endsWith(';') ? header.slice(0, -1) : header);
    return { type, charset: (parameters.charset ?? 'utf-8').toLowerCase() };
  } catch {
    return { type: '', charset: '' };
  }
}

function isReadAlready(req: IncomingMessage): boolean {
  return req.readableEnded || req.readableDidRead;
}

/** The bytes of a body that a parser read, from what it left behind. */
function readLeftover(req: IncomingMessage, parsed: object = {}): Buffer {
  const { rawBody, body } = parsed as { rawBody?: unknown; body?: unknown };
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  for (const bytes of [rawBody, body]) if (Buffer.isBuffer(bytes)) return bytes;
  const text = JSON.stringify(body);
  if (text !== undefined) return Buffer.from(text);
  if (isCallerGone(req)) throw callerGone();
  throw new ProcedureError('INTERNAL', NOTHING_LEFT);
}

const NOTHING_LEFT =
  'Other middleware read the body and left neither ctx.request.rawBody nor ctx.request.body: let it come after the ' +
  'router, or pass over the paths under /api.';
