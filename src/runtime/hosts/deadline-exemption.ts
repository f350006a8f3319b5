import type { IncomingMessage } from 'node:http';

const EXEMPT = Symbol('procgen.exempt-from-deadline');

/** Exempts a request from the deadline of its body. The reader of the body must check its transfer rate. */
export function exemptFromDeadline(req: IncomingMessage): void {
  (req as { [EXEMPT]?: boolean })[EXEMPT] = true;
}

export function isExemptFromDeadline(req: IncomingMessage): boolean {
  return (req as { [EXEMPT]?: boolean })[EXEMPT] === true;
}
