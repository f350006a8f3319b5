import { CONTENT_SIGNATURES, TYPES_BY_EXTENSION } from './content-signatures.js';

/** How many bytes of a file are inspected. */
export const HEAD_BYTES = 512;

/** What is known of a file before its content. */
export interface DeclaredFile {
  /** The `Content-Type` of its part. */
  readonly type: string;
  readonly name: string;
}

const UNKNOWN = 'application/octet-stream';
/** The type of a part without a `Content-Type`, and the types that senders use if they do not know. */
const UNDECLARED_TYPES: ReadonlySet<string> = new Set([UNKNOWN, 'text/plain', '']);
const TEXT = /^text\/|[/+](?:json|xml)$/;

/**
 * Returns the media type of a file: the declared one, unless the first bytes contradict it, or the detected one if none
 * is declared. A type with a signature is accepted only if that matches, and text only without a NUL; all others as
 * declared. An unknown type is `application/octet-stream`.
 */
export function recognizeContentType({ type: declared, name }: DeclaredFile, head: Uint8Array): string {
  const type = declared.toLowerCase();
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const matching = CONTENT_SIGNATURES.filter(({ anyOf }) =>
    anyOf.some((parts) => parts.every(([at, text]) => bytes.startsWith(text, at))),
  );
  const isOneOf = (wanted: string) => matching.some(({ types }) => types.includes(wanted));
  const found = matching[0]?.types[0];
  const named = TYPES_BY_EXTENSION.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
  const isKnown = CONTENT_SIGNATURES.some(({ types }) => types.includes(type));
  if (isKnown) return isOneOf(type) ? type : (found ?? UNKNOWN);
  if (UNDECLARED_TYPES.has(type)) {
    // The extension tells the kinds of an archive or a container apart.
    if (found !== undefined) return named !== undefined && isOneOf(named) ? named : found;
    const isText = !bytes.includes('\0');
    if (named !== undefined && TEXT.test(named) && isText) return named;
    return type === 'text/plain' && isText ? type : UNKNOWN;
  }
  return TEXT.test(type) && bytes.includes('\0') ? (found ?? UNKNOWN) : type;
}
