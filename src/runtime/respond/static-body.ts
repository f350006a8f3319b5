import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { RequestHeaders } from '../exchange.js';
import type { Answer } from './answer.js';
import { chooseEncoding, type Encoding } from './choose-encoding.js';
import { isFresh } from './entity-tag.js';

/** A body that is the same for every request of a build. */
export interface StaticSource {
  readonly type: string;
  /** Called when the body is first requested. If it rejects, the next request calls it again. */
  readonly read: () => Promise<Uint8Array>;
  /** The coding of the bytes that are read; none if absent. */
  readonly storedAs?: 'br';
}

/** Responds with the body in the client's preferred coding, or with a 304 if the client has it cached. */
export type SendStaticBody = (answer: Answer, headers: RequestHeaders) => Promise<void>;

/**
 * Prepares a body that is read on the first request and compressed once per coding. Each coding has its own strong ETag
 * (RFC 9110, 8.8.3.3). Browsers cache the body and revalidate it every time.
 */
export function prepareStaticBody({ type, read, storedAs }: StaticSource): SendStaticBody {
  let original: Promise<Original> | undefined;
  const bodies = new Map<Encoding, Promise<Uint8Array>>();

  async function readOriginal(): Promise<Original> {
    const bytes = await read();
    bodies.set(storedAs ?? 'identity', Promise.resolve(bytes));
    return { bytes, tag: createHash('sha256').update(bytes).digest('base64url') };
  }

  async function encode(encoding: Encoding, { bytes }: Original): Promise<Uint8Array> {
    const plain = storedAs === 'br' ? await decompressBrotli(bytes) : bytes;
    if (encoding === 'identity') return plain;
    return encoding === 'br' ? compressBrotli(plain, brotliOptions(plain)) : compressGzip(plain);
  }

  return async (answer, headers) => {
    const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
    original ??= readOriginal();
    const source = await original.catch((error) => {
      original = undefined;
      throw error;
    });
    const etag = `"${source.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    answer.vary('Accept-Encoding');
    answer.set('ETag', etag);
    answer.set('Cache-Control', 'no-cache');
    if (isFresh(headers['if-none-match'] as string | undefined, etag)) return answer.sendNothing(304);
    const body = bodies.get(encoding) ?? encode(encoding, source);
    bodies.set(encoding, body);
    answer.send(200, type, await body);
    if (encoding !== 'identity') answer.set('Content-Encoding', encoding);
  };
}

interface Original {
  readonly bytes: Uint8Array;
  /** The beginning of the ETags. */
  readonly tag: string;
}

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** Uses a window as large as the content, because a description repeats itself over its whole length. */
function brotliOptions({ length }: Uint8Array) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

const BROTLI_QUALITY = 5;
