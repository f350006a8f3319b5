import { hash } from 'node:crypto';

/** SHA-256 in hex of the UTF-8 of a text. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}
