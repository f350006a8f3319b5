import { connect } from 'node:net';
import type { Answer } from './ask.js';

/** After so long a socket that neither answers nor closes hangs. */
const PATIENCE_MS = 10_000;

/** Sends bytes, ends our half, and resolves to everything that comes back until the server closes its own. */
export function exchangeBytes(url: string, bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    const settle = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      reject(new Error(`The socket was still open after ${PATIENCE_MS} ms.`));
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', settle);
    // A reset after the answer is how a server closes on a caller who goes on sending.
    socket.on('error', settle);
  });
}

const HEAD_END = '\r\n\r\n';

/** Takes what came back apart into answers; null when it is not a sequence of answers. */
export function parseAnswers(received: string): readonly Answer[] | null {
  const answers: Answer[] = [];
  let rest = received;
  while (rest !== '') {
    const end = rest.indexOf(HEAD_END);
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
    if (end < 0 || Number.isNaN(status)) return null;
    const headers = Object.fromEntries(
      lines.map((text) => [
        text.slice(0, text.indexOf(':')).toLowerCase(),
        text.slice(text.indexOf(':') + 1).trim(),
      ]),
    );
    const length = isWithoutBody(rest, status, headers) ? 0 : Number(headers['content-length'] ?? 0);
    rest = rest.slice(end + HEAD_END.length);
    if (status >= 200) answers.push({ status, headers, body: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return answers;
}

/** The answer to HEAD has the length of a body that does not follow: what follows is another answer, or nothing. */
function isWithoutBody(rest: string, status: number, headers: Readonly<Record<string, string>>): boolean {
  if (status === 204 || status === 304 || headers['content-length'] === undefined) return true;
  const body = rest.slice(rest.indexOf(HEAD_END) + HEAD_END.length);
  return body === '' || body.startsWith('HTTP/1.1 ');
}
