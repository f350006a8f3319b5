import * as z from 'zod';
import { type BinarySource, isBinarySource } from '../definition/binary.js';
import { brandOutput } from '../definition/output-kind.js';

export interface BinaryOptions {
  /**
   * The content type of the answer, such as `application/pdf`; `application/octet-stream` when absent. With a range such as
   * `image/*` the `Blob`, or the `Content-Type` that the handler sets, says which one it is.
   */
  readonly contentType?: string;
}

/** The schema of an output that is bytes. */
export type Binary = z.ZodCustom<BinarySource, BinarySource>;

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+( *; *[\w-]+=("[^"\\]*"|[\w!#$&^.+-]+))*)$/;

/**
 * The output of a procedure that answers with bytes: the whole output, without an envelope. Throws a TypeError for what is
 * no media type (RFC 9110, 8.3.1).
 */
export function binary({ contentType = 'application/octet-stream' }: BinaryOptions = {}): Binary {
  if (!MEDIA_TYPE.test(contentType)) throw new TypeError(`binary(): "${contentType}" is not a media type.`);
  const schema = z.custom<BinarySource>(isBinarySource, 'Expected bytes, a Blob or a stream of bytes');
  // The type of a `Blob` is in lower case.
  const type = contentType.endsWith('/*') ? contentType.toLowerCase() : contentType;
  brandOutput(schema, { kind: 'binary', contentType: type });
  return schema;
}
