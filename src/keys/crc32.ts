const POLYNOMIAL = 0xedb88320;

/** The CRC of each byte value. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? POLYNOMIAL ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** CRC-32 of an ASCII string, as in zlib. For so short a string the call overhead of zlib's own exceeds its work. */
export function crc32(text: string): number {
  let crc = -1;
  for (let index = 0; index < text.length; index++) {
    crc = (TABLE[(crc ^ text.charCodeAt(index)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ -1) >>> 0;
}
