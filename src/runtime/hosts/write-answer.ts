import { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Call } from '../call/call.js';
import type { Answer } from '../respond/answer.js';
import { appendVary } from '../respond/append-vary.js';
import { STALE_HEADERS } from '../respond/fail.js';
import { hasOwnPieces } from '../respond/open-content.js';
import { StreamBody } from '../respond/stream-body.js';
import { createPieceSender } from './piece-sender.js';

type OnBroken = (error: Error, call: Call) => void;

/**
 * Writes the answer of a call to Node. Nothing happens where the caller has gone. A stream that breaks ends the
 * connection, and `onBroken` is told why.
 */
export function writeAnswer(res: ServerResponse, call: Call, onBroken: OnBroken): void {
  const { answer } = call;
  const { status, headers, body, isAscii, isFailure } = answer;
  const { socket } = res;
  if (res.headersSent) {
    // Somebody else has begun to answer; a failure must not be taken for the rest of that, if there is one.
    if (isFailure && !res.writableEnded) res.destroy();
    answer.cancel();
    return;
  }
  const isHead = res.req.method === 'HEAD';
  // Node takes an answer whose turn on its connection has not come yet, and then it has no socket. HTTP/2 has ended the
  // body of an answer to HEAD at once, which looks as if its caller were gone.
  if (res.destroyed || (socket && !socket.writable && !isHead)) {
    res.end();
    answer.cancel();
    return;
  }
  if (isUntouched(res)) res.writeHead(status, headers);
  else {
    // The application may have described the body of another answer.
    if (isFailure) for (const name of STALE_HEADERS) res.removeHeader(name);
    if (body === null) res.removeHeader('Content-Type');
    addHeaders(res, headers).writeHead(status);
  }
  if (body === null) return void res.end();
  if (body instanceof StreamBody) {
    // They are sent, and would stay for as long as the stream is open.
    headers.length = 0;
    writeStream(body, res);
    return;
  }
  if (body instanceof Readable) {
    // Each of those who wait for the end of the answer listens once, Node's pipeline and pipe several times.
    res.setMaxListeners(LISTENERS_MAX);
    const sink = writesAsNode(res) && hasOwnPieces(body) ? createPieceSender(body, res) : res;
    pipeline(body, sink, (error) => error && onBroken(error, call));
    return;
  }
  if (isHead) return void res.end();
  // Node writes the headers in the text's encoding. Those that the service brings are ASCII, as most texts are.
  const encoding = isAscii ? 'latin1' : 'utf8';
  if (!socket || !writesAsNode(res)) return void res.end(body, encoding);
  // `end(body)` would give the socket an empty write behind the body, and two writes are a list, which takes Node longer.
  socket.cork();
  res.write(body, encoding);
  socket.uncork();
  res.end();
}

/**
 * Writes a stream that may be open for days, and comes to its end whatever happens: `pipeline` would have some forty
 * closures for it, six kilobytes.
 */
function writeStream(body: StreamBody, res: ServerResponse): void {
  body.on('data', (chunk) => {
    if (!res.destroyed && !res.write(chunk)) body.pause();
  });
  body.on('end', () => res.end());
  res.on('drain', () => body.resume());
  res.on('close', () => body.destroy());
}

/** What a streamed answer has of listeners at most. */
export const LISTENERS_MAX = 20;

/** Whether no application around the listener has set headers or put a function in the place of Node's. */
function isUntouched(res: ServerResponse): boolean {
  return res.writeHead === ServerResponse.prototype.writeHead && res.getHeaderNames().length === 0;
}

/** Sets the headers, in the place of what the application around the listener has set, cookies and `Vary` beside it. */
function addHeaders(res: ServerResponse, headers: Answer['headers']): ServerResponse {
  for (let index = 0; index < headers.length; index += 2) {
    const name = String(headers[index]);
    const value = headers[index + 1] as string | string[];
    const known = name.toLowerCase();
    const before = res.getHeader(known);
    if (known === 'set-cookie') res.appendHeader(name, value);
    else if (known === 'vary' && before !== undefined) res.setHeader(name, appendVary(String(before), value));
    else res.setHeader(name, value);
  }
  return res;
}

/** Whether nobody has put a function of their own in the place of those that write an answer. */
function writesAsNode(res: ServerResponse): boolean {
  const { end, write } = ServerResponse.prototype;
  return res.end === end && res.write === write;
}
