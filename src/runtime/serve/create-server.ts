import type { EventEmitter } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener } from '../hosts/app.js';
import { UNWRITTEN } from '../hosts/hold-places.js';
import { DEFAULT_DRAIN_MS } from '../running.js';
import { answerBrokenRequest, NO_PROXY, refuseRequest } from './answer-broken-request.js';
import { createDrain } from './drain.js';
import { findRequestFault } from './find-request-fault.js';
import { createOpenAnswers } from './open-answers.js';
import { createRequestDeadlines } from './request-deadlines.js';
import { createUnreadAnswers, type UnreadLimits } from './unread-answers.js';

export interface ServerOptions {
  /** Until the headers of a request are complete; 10 s when absent. */
  readonly headersTimeoutMs?: number;
  /** From the headers of a request until its body has arrived; 30 s when absent. Uploads have a pace instead. */
  readonly requestTimeoutMs?: number;
  /** How long a connection without a request is kept; 5 s when absent. */
  readonly keepAliveTimeoutMs?: number;
  /** How many bytes of answers may wait for their callers to read them. */
  readonly unreadAnswers?: UnreadLimits;
}

/** What a server is for, such as what `createApp` makes. */
type Answering = Pick<Listener, 'callback' | 'beginDrain' | 'hosting'>;

export interface HttpServer {
  readonly server: Server;
  /** Resolves to where it listens; rejects with what Node says when it cannot, such as EADDRINUSE. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /**
   * Stops accepting, answers what was received, closes. Resolves to whether all of it was answered within
   * `deadlineMs` (7 s when absent); what was not is cut off, logged, and not waited for when the application is closed.
   * Does not close the application.
   */
  drain(deadlineMs?: number): Promise<boolean>;
}

/** A server for `app` that slow and broken callers cannot hold on to, and that stops without breaking an answer. */
export function createServer(app: Answering, options: ServerOptions = {}): HttpServer {
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, keepAliveTimeoutMs = 5_000 } = options;
  const server = createHttpServer({
    headersTimeout: headersTimeoutMs,
    // One for all requests; those with a body are watched here.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 2_000,
    // Node's own refusal has no envelope.
    requireHostHeader: false,
  });
  // Beyond a number of headers Node would drop the rest unseen; what they may take together is limited all the same.
  server.maxHeadersCount = 0;
  const answers = createOpenAnswers();
  /** Connections whose end is settled: whatever else comes on them may be a part of what was refused. */
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
  server.on('connection', (socket: EventEmitter) => socket.on(UNWRITTEN, unread.note));
  server.on('request', (req, res) => {
    // Of what came in one packet Node goes on reading requests after the connection was cut off.
    if (refused.has(req.socket) || req.socket.destroyed) return;
    answers.keep(res);
    unread.begin();
    deadlines.watch(req);
    const fault = findRequestFault(req);
    if (fault !== undefined) {
      refused.add(req.socket);
      return refuseRequest(req, res, 400, fault);
    }
    if (drain.isDraining()) res.setHeader('Connection', 'close');
    drain.admit(handle, req, res);
  });
  server.on('checkExpectation', (req, res) => {
    answers.keep(res);
    refuseRequest(req, res, 417, 'The server does not know what the request expects.');
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
