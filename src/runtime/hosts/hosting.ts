import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../definition/context.js';
import type { Application } from '../application.js';
import { findCall } from './node-exchange.js';

/** What a server needs from the application that it hosts. */
export interface Hosting {
  readonly log: Logger;
  /** Returns `answerTimeoutMs` of the current configuration. */
  readAnswerTimeoutMs(): number;
  /** Returns the caller's address, skipping the proxies of `trustProxy`. */
  readAddress(req: IncomingMessage): string;
  /** Describes the request of a response for a log line. */
  describe(res: ServerResponse): CallView;
  /** Stops waiting for requests under way, so that `close` goes on to `onStop`. */
  abandonCalls(): void;
}

export interface CallView {
  readonly method: string | undefined;
  /** Without the query, which may hold secrets. */
  readonly path: string | undefined;
  /** Absent if the request is not, or not yet, a call of a procedure. */
  readonly procedure?: string | undefined;
  readonly requestId?: string | undefined;
}

export function createHosting({ service, log, readAnswerTimeoutMs }: Application): Hosting {
  return {
    log,
    abandonCalls: service.abandonCalls,
    readAnswerTimeoutMs,
    readAddress(req) {
      const { headers, socket } = req;
      return service.version().proxies.readAddress({
        headers,
        peerAddress: socket.remoteAddress ?? '',
      });
    },
    describe(res) {
      const { method, url = '' } = res.req;
      const call = findCall(res);
      const path = call?.exchange.path ?? url.split('?', 1)[0];
      return { method, path, procedure: call?.route?.name, requestId: call?.requestId };
    },
  };
}
