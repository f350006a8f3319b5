import { createHash } from 'node:crypto';

/** Returns a strong entity tag of the bytes. */
export function printEtag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

/** Whether an `If-None-Match` header contains `etag`, by weak comparison (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => stripWeak(tag) === stripWeak(etag));
}

function stripWeak(tag: string): string {
  return tag.replace(/^W\//, '');
}
