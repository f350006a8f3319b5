import type { IncomingMessage, ServerResponse } from 'node:http';

const WAITING = Symbol('procgen.waiting-for-continue');

type Expecting = IncomingMessage & { [WAITING]?: boolean };

/**
 * Sends `100 Continue` when the body is first read instead of at once (RFC 9110, 10.1.1). A request that is refused
 * before that gets its final response, and the client does not send the body.
 */
export function delayContinue(req: Expecting, res: ServerResponse): void {
  const read = req._read;
  req[WAITING] = true;
  req._read = (size) => {
    if (withholdContinue(req) && !res.headersSent) res.writeContinue();
    read.call(req, size);
  };
}

/** Whether the client may be waiting for `100 Continue` before it sends the body. */
export function isWaitingForContinue(req: Expecting): boolean {
  return req[WAITING] === true;
}

/** Makes sure that no `100 Continue` follows. Returns whether the client may still be waiting for one. */
export function withholdContinue(req: Expecting): boolean {
  const isWaiting = isWaitingForContinue(req);
  req[WAITING] = false;
  return isWaiting;
}
