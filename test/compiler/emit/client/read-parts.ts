import { readFile } from 'node:fs/promises';
import {
  type ClientParts,
  readClientParts,
  readMockParts,
} from '../../../../src/compiler/emit/client/client-parts.js';

/** The client's parts, from the disk. */
export function readParts(): Promise<ClientParts> {
  return readClientParts((file) => readFile(file, 'utf8'));
}

/** The mock's parts, from the disk. */
export function readMock(): Promise<ClientParts> {
  return readMockParts((file) => readFile(file, 'utf8'));
}
