import contentDisposition from 'content-disposition';

/**
 * The `Content-Disposition` header of content that is saved, not shown (RFC 6266), under a name of any letters. Of a path only the
 * last part is the name.
 */
export function attachment(fileName?: string): string {
  // Letters of ISO 8859-1 would stand in the header as they are, which clients read in different encodings.
  const fallback = fileName?.replaceAll(/[^\x20-\x7e]/g, '?') ?? false;
  return contentDisposition(fileName?.replaceAll(/\p{Surrogate}/gu, '\ufffd'), { fallback });
}
