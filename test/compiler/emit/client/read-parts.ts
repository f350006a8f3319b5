import { readFile } from 'node:fs/promises';
import { type ClientParts, readClientParts } from '../../../../src/compiler/emit/client/client-parts.js';
import { readMockParts } from '../../../../src/compiler/emit/mock/mock-parts.js';

/** The client's parts, from the disk. */
export function readParts(): Promise<ClientParts> {
  return readClientParts((file) => readFile(file, 'utf8'));
}

/** The mock's parts, from the disk. */
export function readMock(): Promise<ClientParts> {
  return readMockParts((file) => readFile(file, 'utf8'));
}
