import { readFile } from 'node:fs/promises';
import { type ClientParts, readClientParts } from '../../../../src/compiler/emit/client/client-parts.js';

/** The client's parts, from the disk. */
export function readParts(): Promise<ClientParts> {
  return readClientParts((file) => readFile(file, 'utf8'));
}
