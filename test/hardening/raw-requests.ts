/** Bytes that a careful server refuses, or understands in one way only, and what it answers to them. */
export interface RawRequest {
  readonly name: string;
  readonly bytes: string;
  /** The status of each answer that comes before the connection is closed; none when it is closed at once. */
  readonly statuses: readonly number[];
}

const HOST = 'Host: test\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const GET = `GET /api/quick HTTP/1.1\r\n${HOST}`;
const POST = `POST /api/read HTTP/1.1\r\n${HOST}${JSON_TYPE}`;
const BODY = '{"name":"a"}';
const SMUGGLED = `GET /api/secret HTTP/1.1\r\n${HOST}\r\n`;

function refused(name: string, bytes: string, status = 400): RawRequest {
  return { name, bytes, statuses: [status] };
}

/** The request line (RFC 9112, section 3). */
const requestLines: readonly RawRequest[] = [
  refused('no HTTP at all', 'NONSENSE\r\n\r\n'),
  refused('only a newline of the old kind', 'GET /api/quick HTTP/1.1\nHost: test\n\n'),
  refused('a NUL for a request', '\0\r\n\r\n'),
  refused('a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'),
  refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('the PROXY protocol', `PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n${GET}\r\n`),
  refused('HTTP/0.9', 'GET /api/quick\r\n\r\n'),
  refused('HTTP/2.0', `GET /api/quick HTTP/2.0\r\n${HOST}\r\n`),
  refused('HTTP/1.2', `GET /api/quick HTTP/1.2\r\n${HOST}\r\n`),
  refused('HTTP in lower case', `GET /api/quick http/1.1\r\n${HOST}\r\n`),
  refused('a version without a minor number', `GET /api/quick HTTP/1\r\n${HOST}\r\n`),
  refused('no target', `GET  HTTP/1.1\r\n${HOST}\r\n`),
  refused('a space in the target', `GET /api/qu ick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a tab in the target', `GET /api/qu\tick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a control character in the target', `GET /api/\x01quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a NUL in the target', `GET /api/\0quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a raw byte in the target', `GET /api/qu\xffick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a method in lower case', `get /api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a method that is none', `G@T /api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a method of 10,000 letters', `${'G'.repeat(10_000)} /api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target that is too long', `GET /api/quick?${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431),
  refused('CONNECT', `CONNECT test:443 HTTP/1.1\r\n${HOST}\r\n${SMUGGLED}`),
  {
    name: 'CONNECT after a request',
    bytes: `${GET}\r\nCONNECT test:443 HTTP/1.1\r\n${HOST}\r\n`,
    statuses: [200, 400],
  },
  refused('TRACE', `TRACE /api/quick HTTP/1.1\r\n${HOST}\r\n`, 405),
];

/** Targets that are URLs (RFC 9112, section 3.2.2). Node's `url.parse` throws at what is written in some of them. */
const targets: readonly RawRequest[] = [
  refused('a target that is a URL', `GET http://test/api/quick HTTP/1.1\r\n${HOST}\r\n`, 200),
  refused('a target whose host is half an address', `GET http://[::1/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target whose host is no address', `GET http://[zz]/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target whose host has a bracket', `GET http://a]/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  // From Node 24 on URLs take such a host, and nothing throws at it.
  refused(
    'a target whose host is no Punycode',
    `GET http://xn--/api/quick HTTP/1.1\r\n${HOST}\r\n`,
    URL.canParse('http://xn--/') ? 200 : 400,
  ),
  refused('a target whose host is broken', `GET http://%zz/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target whose port is a word', `GET http://test:port/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target whose port is too large', `GET http://test:65536/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target with a user', `GET http://user@test/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target with a broken user', `GET http://%@test/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target without a host', `GET http:///api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target of another protocol', `GET ftp://test/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target that is a script', `GET javascript://test/api/quick HTTP/1.1\r\n${HOST}\r\n`),
  refused('a target that is a broken URL', `POST http://[/ HTTP/1.1\r\n${HOST}\r\n${SMUGGLED}`),
];

/** The header fields (RFC 9112, section 5; RFC 9110, section 7.2). */
const headers: readonly RawRequest[] = [
  refused('no Host', 'GET /api/quick HTTP/1.1\r\n\r\n'),
  refused('two Hosts', `${GET}Host: other\r\n\r\n`),
  refused('two Hosts that agree', `${GET}${HOST}\r\n`),
  refused('a second Host after 2,500 headers', `${GET}${'a:b\r\n'.repeat(2_500)}Host: other\r\n\r\n`),
  refused('a Host with a space', 'GET /api/quick HTTP/1.1\r\nHost: te st\r\n\r\n'),
  refused('a Host that is a list', 'GET /api/quick HTTP/1.1\r\nHost: test,other\r\n\r\n'),
  refused('a Host with a path', 'GET /api/quick HTTP/1.1\r\nHost: test/other\r\n\r\n'),
  refused('a Host with a user', 'GET /api/quick HTTP/1.1\r\nHost: user@test\r\n\r\n'),
  refused('a Host whose port is a word', 'GET /api/quick HTTP/1.1\r\nHost: test:port\r\n\r\n'),
  refused('a Host beyond ASCII', 'GET /api/quick HTTP/1.1\r\nHost: t\xe9st\r\n\r\n'),
  refused('a Host that is broken, in HTTP/1.0', 'GET /api/quick HTTP/1.0\r\nHost: a b\r\n\r\n'),
  refused('a Host that is an IPv6 address', 'GET /api/quick HTTP/1.1\r\nHost: [::1]:80\r\n\r\n', 200),
  refused('an empty Host', 'GET /api/quick HTTP/1.1\r\nHost:\r\n\r\n', 200),
  refused('a header without a colon', `${GET}no colon here\r\n\r\n`),
  refused('a header without a name', `${GET}: value\r\n\r\n`),
  refused('a space before the colon', `${GET}X-A : b\r\n\r\n`),
  refused('a name with a space', `${GET}X A: b\r\n\r\n`),
  refused('a name with a NUL', `${GET}X\0A: b\r\n\r\n`),
  refused('a name beyond ASCII', `${GET}X\xe9: b\r\n\r\n`),
  refused('a folded header', `${GET}X-A: b\r\n c\r\n\r\n`),
  refused('a first header that is folded', `GET /api/quick HTTP/1.1\r\n ${HOST}\r\n`),
  refused('a NUL in a value', `${GET}X-A: b\0c\r\n\r\n`),
  refused('a bare CR in a value', `${GET}X-A: b\rc\r\n\r\n`),
  refused('a control character in a value', `${GET}X-A: b\x01c\r\n\r\n`),
  refused('a header of 20,000 characters', `${GET}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431),
  refused(
    'headers of 20,000 characters together',
    `${GET}${`X-A: ${'b'.repeat(100)}\r\n`.repeat(200)}\r\n`,
    431,
  ),
  refused('an expectation that nobody knows', `${GET}Expect: foo\r\n\r\n`, 417),
  refused('a cut header', `${GET}X-A: b`),
];

/** Where the body ends (RFC 9112, section 6): what two readers can take for different things is refused. */
const framing: readonly RawRequest[] = [
  refused(
    'Content-Length and Transfer-Encoding',
    `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused(
    'Transfer-Encoding and Content-Length',
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused(
    'an empty Transfer-Encoding and a Content-Length',
    `${POST}Transfer-Encoding:\r\nContent-Length: 12\r\n\r\n${BODY}${SMUGGLED}`,
  ),
  refused('an empty Transfer-Encoding', `${POST}Transfer-Encoding:\r\n\r\n${SMUGGLED}`),
  refused(
    'a body that is compressed and chunked',
    `${POST}Transfer-Encoding: gzip, chunked\r\n\r\nc\r\n${BODY}\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused(
    'a Transfer-Encoding that begins with a comma',
    `${POST}Transfer-Encoding: ,chunked\r\n\r\nc\r\n${BODY}\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused(
    'a Transfer-Encoding in HTTP/1.0',
    `POST /api/read HTTP/1.0\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nc\r\n${BODY}\r\n0\r\n\r\n`,
  ),
  refused(
    'two Content-Types',
    `${POST}content-type: text/plain\r\nContent-Length: 12\r\n\r\n${BODY}${SMUGGLED}`,
  ),
  refused('two Content-Lengths', `${POST}Content-Length: 12\r\nContent-Length: 13\r\n\r\n${BODY}`),
  refused('two Content-Lengths that agree', `${POST}Content-Length: 12\r\nContent-Length: 12\r\n\r\n${BODY}`),
  refused('a list of Content-Lengths', `${POST}Content-Length: 12, 12\r\n\r\n${BODY}`),
  refused('a negative Content-Length', `${POST}Content-Length: -1\r\n\r\n${BODY}`),
  refused('a Content-Length with a sign', `${POST}Content-Length: +12\r\n\r\n${BODY}`),
  refused('a hexadecimal Content-Length', `${POST}Content-Length: 0xc\r\n\r\n${BODY}`),
  refused('a Content-Length with a point', `${POST}Content-Length: 12.0\r\n\r\n${BODY}`),
  refused('an empty Content-Length', `${POST}Content-Length:\r\n\r\n${BODY}`),
  refused('a Content-Length beyond 64 bits', `${POST}Content-Length: 99999999999999999999\r\n\r\n${BODY}`),
  refused('a space in the Content-Length', `${POST}Content-Length: 1 2\r\n\r\n${BODY}`),
  refused(
    'a space before the colon of Transfer-Encoding',
    `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  ),
  refused('an unknown Transfer-Encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`),
  refused('chunked twice', `${POST}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`),
  refused('chunked that is not last', `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`),
  refused(
    'two Transfer-Encodings',
    `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ),
  refused('a chunk size that is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
  refused('a chunk size with a sign', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n`),
  refused('a chunk size with 0x', `${POST}Transfer-Encoding: chunked\r\n\r\n0xc\r\n${BODY}\r\n0\r\n\r\n`),
  refused('a chunk size beyond 64 bits', `${POST}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n`),
  refused(
    'a chunk that is longer than its size',
    `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n${BODY}\r\n0\r\n\r\n`,
  ),
  refused('a chunk without its newline', `${POST}Transfer-Encoding: chunked\r\n\r\nc\r\n${BODY}0\r\n\r\n`),
  refused(
    'chunk extensions without end',
    `${POST}Transfer-Encoding: chunked\r\n\r\nc;${'a'.repeat(20_000)}\r\n`,
    413,
  ),
  refused(
    'trailers that are too long',
    `${POST}Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: ${'b'.repeat(20_000)}\r\n\r\n`,
    431,
  ),
  refused('a chunked body that is cut', `${POST}Transfer-Encoding: chunked\r\n\r\nc\r\n${BODY.slice(0, 5)}`),
  refused('a body that is shorter than it says', `${POST}Content-Length: 100\r\n\r\n${BODY}`),
  {
    name: 'a body that is longer than it says',
    bytes: `${POST}Content-Length: 12\r\n\r\n${BODY}${BODY}`,
    statuses: [200, 400],
  },
  {
    name: 'a request after a request',
    bytes: `${GET}\r\n${GET}Connection: close\r\n\r\n`,
    statuses: [200, 200],
  },
  { name: 'nonsense after a request', bytes: `${GET}\r\nNONSENSE\r\n\r\n`, statuses: [200, 400] },
];

export const RAW_REQUESTS: readonly RawRequest[] = [...requestLines, ...targets, ...headers, ...framing];
