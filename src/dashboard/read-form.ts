import type { IncomingMessage } from 'node:http';
import { ProcedureError } from '../protocol/procedure-error.js';

const FORM_LIMIT_BYTES = 16 * 1024;
/** What is read and thrown away of a body that is too large, so that its sender sees the answer. */
const DRAIN_LIMIT_BYTES = 1024 * 1024;

/**
 * The body of a form. Throws UNSUPPORTED_MEDIA_TYPE for another type, PAYLOAD_TOO_LARGE past 16 KiB, BAD_REQUEST
 * for what is not UTF-8 or breaks off.
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.headers['content-encoding'] !== undefined) {
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'Only forms are read here.');
  }
  const body = await readBody(request);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new ProcedureError('BAD_REQUEST', 'The form is not UTF-8.', { cause });
  }
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= FORM_LIMIT_BYTES) chunks.push(chunk);
      else reject(new ProcedureError('PAYLOAD_TOO_LARGE', 'The form is too large.', { headers: CLOSE }));
      if (sizeBytes > DRAIN_LIMIT_BYTES) request.pause();
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new ProcedureError('BAD_REQUEST', 'The form broke off.')));
  });
}

const CLOSE = { Connection: 'close' };
