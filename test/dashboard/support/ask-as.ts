import { request } from 'node:http';

export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly form?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with a Host of one's choice, or with a header twice, which `fetch` does not. */
export function askAs(url: string, host: string, wire: WireRequest): Promise<WireAnswer> {
  const { path, headers = {}, form } = wire;
  const method = wire.method ?? (form === undefined ? 'GET' : 'POST');
  const type =
    form === undefined
      ? {}
      : {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': String(Buffer.byteLength(form)),
        };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers: { Host: host, ...type, ...headers } });
    outgoing.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers['set-cookie'] ?? [],
          headers: answer.headers,
          text,
        }),
      );
    });
    outgoing.on('error', reject).end(form);
  });
}
