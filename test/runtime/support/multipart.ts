/** One part of a form as bytes. */
export interface RawPart {
  /** After `form-data; `, as it stands there. */
  readonly disposition?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

export const BOUNDARY = 'xYzZY';

/** The head of a request with a form of 3 MB, of which a test sends what it likes. */
export function printFormHead(path: string, ...headers: readonly string[]): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: test',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length: 3000000',
    ...headers,
    '',
    '',
  ].join('\r\n');
}

/** A form as bytes, well-formed as far as its parts are. */
export function printForm(
  parts: readonly RawPart[],
  { end = `--${BOUNDARY}--\r\n` } = {},
): Buffer<ArrayBuffer> {
  const printed = parts.map(({ disposition = 'name="file"; filename="a.txt"', headers = [], body = 'a' }) =>
    Buffer.concat([
      Buffer.from(
        [
          `--${BOUNDARY}`,
          ...(disposition === '' ? [] : [`Content-Disposition: form-data; ${disposition}`]),
          ...headers,
          '',
          '',
        ].join('\r\n'),
        'latin1',
      ),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    ]),
  );
  return Buffer.concat([...printed, Buffer.from(end)]);
}

/** The request that sends such a form. */
export function formRequest(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): { method: 'POST'; headers: Record<string, string>; body: Buffer<ArrayBuffer> } {
  return {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    body,
  };
}
