import contentType from 'content-type';
import type { UploadOptions } from '../../definition/config.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { FormPlan } from '../../protocol/decoding-plan.js';
import type { Call } from '../call/call.js';
import type { RequestHeaders } from '../exchange.js';
import { assembleForm } from '../uploads/assemble-form.js';
import { parseForm, type UploadLimits } from '../uploads/parse-form.js';
import {
  DEFAULT_UPLOAD_FIELDS,
  DEFAULT_UPLOAD_FILES,
  DEFAULT_UPLOAD_LIMIT_BYTES,
  type Uploads,
} from '../uploads/uploads.js';
import { NO_BODY } from './read-body.js';

export interface FormBodyOptions {
  readonly isOptional: boolean;
  readonly fields: FormPlan['fields'];
  readonly limits: UploadLimits;
  readonly uploads: Uploads;
}

/**
 * Resolves the limits of uploads. `bodyLimitBytes`, that of JSON, also applies to fields of a form that are not files.
 */
export function readUploadLimits(options: UploadOptions = {}, bodyLimitBytes: number): UploadLimits {
  const { limit = DEFAULT_UPLOAD_LIMIT_BYTES, fileLimit = limit } = options;
  const { files = DEFAULT_UPLOAD_FILES, fields = DEFAULT_UPLOAD_FIELDS } = options;
  return { bytes: limit, fileBytes: fileLimit, files, fields, fieldBytes: bodyLimitBytes };
}

/**
 * Reads the fields of a `multipart/form-data` body. Its files exist until the call is over. Throws, or rejects with,
 * the errors of `parseForm`, an UNSUPPORTED_MEDIA_TYPE that says what to send, or a BAD_REQUEST for an
 * `Idempotency-Key`: comparing two uploads would require reading both.
 */
export function readForm(
  call: Call,
  { isOptional, fields, limits, uploads }: FormBodyOptions,
): typeof NO_BODY | Promise<unknown> {
  const { body, headers } = call.exchange;
  if (headers['idempotency-key'] !== undefined) throw new BuiltInError('BAD_REQUEST', 'idempotency.upload');
  if (!body.isSent) {
    if (isOptional) return NO_BODY;
    throw new BuiltInError('BAD_REQUEST', 'form.mediaType');
  }
  const boundary = readBoundary(headers);
  const upload = uploads.begin();
  call.onEnd(() => void upload.remove());
  return uploads
    .track(call, (callbacks) => parseForm(body, boundary, { fields, limits, upload, ...callbacks }))
    .catch((error) => {
      if (!body.isComplete) body.stop();
      throw error;
    })
    .then((parts) => assembleForm(parts, fields));
}

/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function readBoundary(headers: RequestHeaders): string {
  if (headers['content-encoding'] !== undefined)
    throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'body.contentEncoding');
  const { type, boundary } = parseContentType(String(headers['content-type'] ?? ''));
  if (type !== 'multipart/form-data') throw new BuiltInError('UNSUPPORTED_MEDIA_TYPE', 'form.mediaType');
  if (!BOUNDARY.test(boundary)) throw new BuiltInError('BAD_REQUEST', 'form.invalid');
  return boundary;
}

function parseContentType(header: string): { type: string; boundary: string } {
  try {
    // A header may end with an empty parameter (RFC 9110, 5.6.6), which the parser rejects.
    const { type, parameters } = contentType.parse(header.replace(/;[ \t]*$/, ''));
    return { type, boundary: parameters.boundary ?? '' };
  } catch {
    return { type: header.split(';', 1)[0]?.trim().toLowerCase() ?? '', boundary: '' };
  }
}
