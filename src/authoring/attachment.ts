import contentDisposition from 'content-disposition';

/**
 * The `Content-Disposition` header of content to save instead of show (RFC 6266). The file name may contain any
 * characters; of a path, only the last segment is used.
 */
export function attachment(fileName?: string): string {
  // ISO 8859-1 characters would go into the header unencoded, and clients decode those differently.
  const fallback = fileName?.replaceAll(/[^\x20-\x7e]/g, '?') ?? false;
  return contentDisposition(fileName?.replaceAll(/\p{Surrogate}/gu, '\ufffd'), { fallback });
}
