import fc from 'fast-check';

/** What turns up in broken and hostile requests. */
const PIECES = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '%',
  '%00',
  '/',
  '//',
  '/../',
  '?',
  '#',
  '\\',
  '"',
  '\x7f',
  '\x80',
  '\xff',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'Host: other\r\n',
  'Host:\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: +5\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding: xchunked\r\n',
  'Transfer-Encoding : chunked\r\n',
  ' Transfer-Encoding: chunked\r\n',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  'Authorization: Bearer x\r\n',
  'X-Long: '.padEnd(9_000, 'a'),
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  'zz\r\n',
  '5;a=b\r\n',
  'GET ',
  'POST ',
  'CONNECT ',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'PROXY TCP4 1.2.3.4 1.2.3.4 1 1\r\n',
  '\u00e9',
  '\ud83d\ude00',
] as const;

const VALID = [
  'GET /api/openapi.json HTTP/1.1\r\nHost: test\r\n\r\n',
  'GET /api/query/string?value=a HTTP/1.1\r\nHost: test\r\nAccept: */*\r\n\r\n',
  'POST /api/body/string HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"value":"a"}',
  'POST /api/body/string HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{"value":"a"}\r\n0\r\n\r\n',
  'HEAD /api/query/string HTTP/1.1\r\nHost: test\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n',
];

type Edit = (bytes: Buffer) => Buffer;

/** Bytes that begin as one or two valid requests and end as something else. */
export const malformedRequests: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.array(fc.constantFrom(...VALID), { minLength: 1, maxLength: 2 }),
    fc.array(fc.oneof(insertion(), deletion(), repetition(), replacement()), { minLength: 1, maxLength: 5 }),
  )
  .map(([requests, edits]) =>
    edits.reduce<Buffer>((bytes, edit) => edit(bytes), Buffer.from(requests.join(''))),
  );

function at(bytes: Buffer, where: number): number {
  return Math.floor(where * (bytes.length + 1));
}

function place(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
}

function insertion(): fc.Arbitrary<Edit> {
  return fc.tuple(place(), fc.constantFrom(...PIECES)).map(([where, piece]) => (bytes) => {
    const index = at(bytes, where);
    return Buffer.concat([bytes.subarray(0, index), Buffer.from(piece, 'latin1'), bytes.subarray(index)]);
  });
}

function deletion(): fc.Arbitrary<Edit> {
  return fc.tuple(place(), fc.integer({ min: 1, max: 30 })).map(([where, length]) => (bytes) => {
    const index = at(bytes, where);
    return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + length)]);
  });
}

function repetition(): fc.Arbitrary<Edit> {
  return fc.tuple(place(), fc.integer({ min: 1, max: 40 })).map(([where, length]) => (bytes) => {
    const index = at(bytes, where);
    return Buffer.concat([bytes.subarray(0, index + length), bytes.subarray(index)]);
  });
}

function replacement(): fc.Arbitrary<Edit> {
  return fc.tuple(place(), fc.integer({ min: 0, max: 255 })).map(([where, byte]) => (bytes) => {
    const changed = Buffer.from(bytes);
    changed[Math.min(at(bytes, where), changed.length - 1)] = byte;
    return changed;
  });
}
