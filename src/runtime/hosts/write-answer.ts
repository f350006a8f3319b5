import { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Call } from '../call/call.js';
import type { Answer } from '../respond/answer.js';
import { appendVary } from '../respond/append-vary.js';
import { STALE_HEADERS } from '../respond/fail.js';
import { ownsChunks } from '../respond/open-content.js';
import { StreamBody } from '../respond/stream-body.js';
import { createChunkSender } from './chunk-sender.js';

type OnBroken = (error: Error, call: Call) => void;

/**
 * Writes the response of a call to Node. Does nothing if the caller has disconnected. A stream that breaks closes the
 * connection, and its error is passed to `onBroken`.
 */
export function writeAnswer(res: ServerResponse, call: Call, onBroken: OnBroken): void {
  const { answer } = call;
  const { status, headers, body, isAscii, isFailure } = answer;
  const { socket } = res;
  if (res.headersSent) {
    // Other code has begun to respond. A failure must not pass for the rest of that response.
    if (isFailure && !res.writableEnded) res.destroy();
    answer.cancel();
    return;
  }
  const isHead = res.req.method === 'HEAD';
  // A pipelined response whose turn has not come has no socket, but Node accepts it. HTTP/2 ends the body of a HEAD
  // response at once, which looks like a disconnected caller.
  if (res.destroyed || (socket && !socket.writable && !isHead)) {
    res.end();
    answer.cancel();
    return;
  }
  if (isUntouched(res)) res.writeHead(status, headers);
  else {
    // The application may have set headers for the body of another response.
    if (isFailure) for (const name of STALE_HEADERS) res.removeHeader(name);
    if (body === null) res.removeHeader('Content-Type');
    addHeaders(res, headers).writeHead(status);
  }
  if (body === null) return void res.end();
  if (body instanceof StreamBody) {
    // The headers are sent, and would stay in memory while the stream is open.
    headers.length = 0;
    writeStream(body, res);
    return;
  }
  if (body instanceof Readable) {
    // Every observer of the end of the response adds one listener; Node's `pipeline` and `pipe` add several.
    res.setMaxListeners(LISTENERS_MAX);
    const sink = writesAsNode(res) && ownsChunks(body) ? createChunkSender(body, res) : res;
    pipeline(body, sink, (error) => error && onBroken(error, call));
    return;
  }
  if (isHead) return void res.end();
  // Node encodes the headers like the body. The service's own headers are ASCII, as are most bodies.
  const encoding = isAscii ? 'latin1' : 'utf8';
  if (!socket || !writesAsNode(res)) return void res.end(body, encoding);
  // `end(body)` would write an empty chunk after the body, and two writes make a list, which takes Node longer.
  socket.cork();
  res.write(body, encoding);
  socket.uncork();
  res.end();
}

/**
 * Writes a stream that may stay open for days, and closes it on every outcome. `pipeline` would allocate some forty
 * closures, six kilobytes.
 */
function writeStream(body: StreamBody, res: ServerResponse): void {
  body.on('data', (chunk) => {
    if (!res.destroyed && !res.write(chunk)) body.pause();
  });
  body.on('end', () => res.end());
  res.on('drain', () => body.resume());
  res.on('close', () => body.destroy());
}

/** The maximum number of listeners on a streamed response. */
export const LISTENERS_MAX = 20;

/** Whether no code around the listener has set headers or replaced `writeHead`. */
function isUntouched(res: ServerResponse): boolean {
  return res.writeHead === ServerResponse.prototype.writeHead && res.getHeaderNames().length === 0;
}

/** Sets the headers. Replaces those of the application around the listener, but adds to its cookies and `Vary`. */
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

/** Whether no code has replaced the methods that write a response. */
function writesAsNode(res: ServerResponse): boolean {
  const { end, write } = ServerResponse.prototype;
  return res.end === end && res.write === write;
}
