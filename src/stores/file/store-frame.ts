/**
 * The envelope of the data in the store's file: `{"procgenStore":1,"sha256":"…","data":…}` and a newline. The checksum
 * covers the exact bytes of the data. The file is one JSON document, in every version.
 */
import { createHash } from 'node:crypto';
import { damagedError } from './format-error.js';

const VERSION = /^\{"procgenStore":([1-9]\d{0,8}),/;
const HEAD = /^\{"procgenStore":\d+,"sha256":"([0-9a-f]{64})","data":/;
const TAIL = '}\n';

/** Wraps data, given in pieces, with its version and checksum. */
export function frameData(version: number, pieces: readonly Buffer[]): Buffer {
  const head = `{"procgenStore":${version},"sha256":"${hash(pieces)}","data":`;
  return Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(TAIL)]);
}

/** Reads the version. Throws a `FormatError` if the bytes are not a store. */
export function readVersion(bytes: Buffer): number {
  if (bytes.length === 0) throw damagedError('it is empty');
  const version = VERSION.exec(readHead(bytes))?.[1];
  if (version === undefined) throw damagedError('it does not begin like a procgen store');
  return Number(version);
}

/** Returns the wrapped data as text. Throws a `FormatError` if any byte has changed. */
export function unframeData(bytes: Buffer): string {
  const head = HEAD.exec(readHead(bytes));
  if (head === null) throw damagedError('its first line is damaged');
  const data = bytes.subarray(head[0].length, bytes.length - TAIL.length);
  if (bytes.subarray(-TAIL.length).toString('latin1') !== TAIL)
    throw damagedError('it is cut off at the end');
  if (hash([data]) !== head[1]) throw damagedError('its checksum is wrong');
  return data.toString('utf8');
}

function readHead(bytes: Buffer): string {
  return bytes.subarray(0, 200).toString('latin1');
}

function hash(pieces: readonly Buffer[]): string {
  const sha256 = createHash('sha256');
  for (const piece of pieces) sha256.update(piece);
  return sha256.digest('hex');
}
