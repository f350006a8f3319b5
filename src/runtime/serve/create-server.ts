import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener } from '../create-listener.js';
import { answerBrokenRequest, NO_PROXY } from './answer-broken-request.js';
import { createDrain } from './drain.js';
import { findRequestFault } from './find-request-fault.js';
import { createOpenAnswers } from './open-answers.js';
import { refuseRequest } from './refuse-request.js';

export interface ServerOptions {
  /** Until the headers of a request are complete; 10 s when absent. */
  readonly headersTimeoutMs?: number;
  /** Until a whole request, its body included, has arrived; 30 s when absent. */
  readonly requestTimeoutMs?: number;
  /** How long a connection without a request is kept; 5 s when absent. */
  readonly keepAliveTimeoutMs?: number;
}

/** What a server is for, such as what `createApp` makes. */
type Answering = Pick<Listener, 'callback' | 'beginDrain'>;

export interface HttpServer {
  readonly server: Server;
  /** Resolves to where it listens; rejects with what Node says when it cannot, such as EADDRINUSE. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /**
   * Stops accepting, answers what was received, closes. Resolves to whether all of it was answered within
   * `deadlineMs` (10 s when absent); what was not is cut off. Does not close the application.
   */
  drain(deadlineMs?: number): Promise<boolean>;
}

/** A server for `app` that slow and broken callers cannot hold on to, and that stops without breaking an answer. */
export function createServer(app: Answering, options: ServerOptions = {}): HttpServer {
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, keepAliveTimeoutMs = 5_000 } = options;
  const server = createHttpServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
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
  const drain = createDrain(server, answers);
  const handle = app.callback();
  const refuseBroken = (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    void answerBrokenRequest(error, socket, answers.listOf(socket));
  };
  server.on('request', (req, res) => {
    if (refused.has(req.socket)) return;
    answers.keep(res);
    const fault = findRequestFault(req);
    if (fault !== undefined) {
      refused.add(req.socket);
      return refuseRequest(req, res, 400, fault);
    }
    if (drain.isDraining()) res.setHeader('Connection', 'close');
    drain.admit(() => void handle(req, res));
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
    drain(deadlineMs = 10_000) {
      app.beginDrain();
      return drain.begin(deadlineMs);
    },
  };
}
