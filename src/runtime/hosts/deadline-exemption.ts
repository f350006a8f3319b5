import type { IncomingMessage } from 'node:http';

const EXEMPT = Symbol('procgen.exempt-from-deadline');

/** Notes that the body of a request may take longer than others: whoever reads it watches its pace. */
export function exemptFromDeadline(req: IncomingMessage): void {
  (req as { [EXEMPT]?: boolean })[EXEMPT] = true;
}

export function isExemptFromDeadline(req: IncomingMessage): boolean {
  return (req as { [EXEMPT]?: boolean })[EXEMPT] === true;
}
