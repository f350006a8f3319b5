import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface SentRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The address on loopback that it is sent from. */
  readonly from?: string;
}

/** Asks a server on loopback, with a new connection. */
export function requestFrom(
  url: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: SentRequest = {},
): Promise<Answered> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...type, ...headers }, localAddress: from, agent: false };
    const sent = request(url, options, (answer) => {
      const { statusCode: status, headers: received } = answer;
      text(answer).then((all) => resolve({ status, headers: received, text: all }), reject);
    });
    sent.once('error', reject);
    sent.end(json);
  });
}
