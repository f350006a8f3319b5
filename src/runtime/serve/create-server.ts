import type { EventEmitter } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener } from '../hosts/app.js';
import { delayContinue } from '../hosts/delay-continue.js';
import { UNWRITTEN } from '../hosts/hold-places.js';
import { isBodySent } from '../hosts/node-body.js';
import { DEFAULT_DRAIN_MS } from '../running.js';
import { answerBrokenRequest, NO_PROXY, refuseRequest } from './answer-broken-request.js';
import { createDrain } from './drain.js';
import { findProtocolViolation } from './find-protocol-violation.js';
import { createOpenAnswers } from './open-answers.js';
import { createRequestDeadlines } from './request-deadlines.js';
import { createUnreadAnswers, type UnreadLimits } from './unread-answers.js';

export interface ServerOptions {
  /** The time limit for the headers of a request; 10 s when absent. */
  readonly headersTimeoutMs?: number;
  /** The time limit for the body, after the headers; 30 s when absent. Uploads have a minimum rate instead. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept; 5 s when absent. */
  readonly keepAliveTimeoutMs?: number;
  /** The limits for bytes of responses that callers have not read. */
  readonly unreadAnswers?: UnreadLimits;
}

/** The part of an application that a server needs, such as the result of `createApp`. */
type Answering = Pick<Listener, 'callback' | 'beginDrain' | 'hosting'>;

export interface HttpServer {
  readonly server: Server;
  /** Resolves with the bound address; rejects with Node's error, such as EADDRINUSE. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /**
   * Stops accepting connections, answers received requests and closes. Resolves with whether all of them were answered
   * within `deadlineMs` (7 s when absent). The others are cut off and logged, and closing the application does not wait
   * for them. Does not close the application.
   */
  drain(deadlineMs?: number): Promise<boolean>;
}

/**
 * Creates a server for `app` that slow and broken callers cannot tie up, and that stops without cutting any response.
 */
export function createServer(app: Answering, options: ServerOptions = {}): HttpServer {
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, keepAliveTimeoutMs = 5_000 } = options;
  const server = createHttpServer({
    headersTimeout: headersTimeoutMs,
    // This limit applies to all requests; those with a body are watched here.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 2_000,
    // Node's own refusal has no envelope.
    requireHostHeader: false,
  });
  // Above a number of headers Node would silently drop the rest. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  const answers = createOpenAnswers();
  /** Connections that are being closed: whatever else arrives on them may be part of the refused request. */
  const refused = new WeakSet<Duplex>();
  const { hosting } = app;
  const unread = createUnreadAnswers({ answers, hosting, limits: options.unreadAnswers });
  const drain = createDrain(server, answers, hosting);
  const handle = app.callback();
  const refuseBroken = (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    void answerBrokenRequest(error, socket, [...answers.ofSocket(socket)]);
  };
  const deadlines = createRequestDeadlines({ timeoutMs: requestTimeoutMs, onLate: refuseBroken });
  server.on('connection', (socket: EventEmitter) => socket.on(UNWRITTEN, unread.track));
  server.on('request', (req, res) => {
    // Node goes on parsing the requests of a packet after the connection was destroyed.
    if (refused.has(req.socket) || req.socket.destroyed) return;
    answers.track(res);
    unread.begin();
    deadlines.watch(req);
    const violation = findProtocolViolation(req);
    if (violation !== undefined) {
      refused.add(req.socket);
      return refuseRequest(req, res, 400, violation);
    }
    if (drain.isDraining()) res.setHeader('Connection', 'close');
    drain.admit(handle, req, res);
  });
  server.on('checkContinue', (req, res) => {
    if (isBodySent(req)) delayContinue(req, res);
    else res.writeContinue();
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => {
    answers.track(res);
    refuseRequest(req, res, 417, 'The server does not support the Expect header of the request.');
  });
  server.on('clientError', refuseBroken);
  server.on('connect', (_req, socket) => refuseBroken(NO_PROXY, socket));
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
          server.removeListener('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    drain(deadlineMs = DEFAULT_DRAIN_MS) {
      app.beginDrain();
      return drain.begin(deadlineMs);
    },
  };
}
