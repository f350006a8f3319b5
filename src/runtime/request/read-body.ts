import type { IncomingMessage } from 'node:http';
import contentType from 'content-type';
import type Koa from 'koa';
import getRawBody from 'raw-body';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { parseJson } from './parse-json.js';

export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

export interface BodyOptions {
  readonly isOptional: boolean;
  readonly limitBytes: number;
}

/** Stands for the body of a request that has none, where none is needed. */
export const NO_BODY = Symbol('no body');

/**
 * Reads and parses a JSON body. Throws a PAYLOAD_TOO_LARGE that closes the connection, an UNSUPPORTED_MEDIA_TYPE
 * that says what to send, or a BAD_REQUEST.
 */
export async function readBody(ctx: Koa.Context, options: BodyOptions): Promise<unknown> {
  const { req } = ctx;
  if (!hasBody(req)) {
    if (options.isOptional) return NO_BODY;
    throw new ProcedureError('BAD_REQUEST', 'The request has no body: send a JSON object.');
  }
  checkHeaders(req);
  const bytes = readAhead(ctx) ?? (await readBytes(req, options.limitBytes));
  if (bytes.length === 0) {
    if (options.isOptional) return NO_BODY;
    throw new ProcedureError('BAD_REQUEST', 'The request has an empty body: send a JSON object.');
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
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content encoding.');
  }
  const { type, charset } = parseContentType(req.headers['content-type']);
  if (type !== 'application/json') {
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.');
  }
}

function parseContentType(header: string | undefined): { type: string; charset: string } {
  try {
    const { type, parameters } = contentType.parse(header ?? '');
    return { type, charset: (parameters.charset ?? 'utf-8').toLowerCase() };
  } catch {
    return { type: '', charset: '' };
  }
}

/** In an application of someone else a parser may have been there before; such parsers leave the text behind. */
function readAhead(ctx: Koa.Context): Buffer | undefined {
  const { rawBody } = ctx.request as { rawBody?: unknown };
  return ctx.req.readableEnded && typeof rawBody === 'string' ? Buffer.from(rawBody) : undefined;
}

async function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const length = req.headers['content-length'];
  try {
    return await getRawBody(req, { limit: limitBytes, ...(length === undefined ? {} : { length }) });
  } catch (error) {
    const type = (error as { type?: unknown }).type;
    if (type === 'entity.too.large') {
      throw new ProcedureError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`, {
        headers: { Connection: 'close' },
      });
    }
    if (req.destroyed || type === 'request.aborted') {
      throw new ProcedureError('CLIENT_CLOSED_REQUEST', 'The caller went away.', { cause: error });
    }
    if (type === 'request.size.invalid') {
      throw new ProcedureError('BAD_REQUEST', 'The body is not as long as its Content-Length says.');
    }
    throw error;
  }
}
