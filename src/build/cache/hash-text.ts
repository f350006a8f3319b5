import { hash } from 'node:crypto';

/** SHA-256 in hex. A text counts as its UTF-8. */
export function hashText(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
