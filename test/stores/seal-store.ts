import { createHash } from 'node:crypto';

export const EMPTY_DATA = { keys: [], users: [], signInTokens: [], sessions: [] };

/** The text of a store file with a right checksum over `data`. */
export function sealStore(data: unknown, version = 1): string {
  return printChecksummed(JSON.stringify(data), version);
}

export function printChecksummed(text: string, version = 1): string {
  const checksum = createHash('sha256').update(text).digest('hex');
  return `{"procgenStore":${version},"sha256":"${checksum}","data":${text}}\n`;
}
