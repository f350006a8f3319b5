import { ProcedureError } from '../protocol/procedure-error.js';
import type { PageRequest } from './page-request.js';

const FORM_LIMIT_BYTES = 16 * 1024;

/**
 * The body of a form. Throws UNSUPPORTED_MEDIA_TYPE for another type, BAD_REQUEST for what is not UTF-8, and what
 * `readBody` rejects with, past 16 KiB or where the body breaks off.
 */
export async function readForm(request: PageRequest): Promise<URLSearchParams> {
  const type = request.header('content-type').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.header('content-encoding') !== '') {
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'Only forms are read here.');
  }
  const body = await request.readBody(FORM_LIMIT_BYTES);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new ProcedureError('BAD_REQUEST', 'The form is not UTF-8.', { cause });
  }
}
