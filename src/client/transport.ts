import { type Call, toCall } from './call.js';
import type { Operation } from './operation.js';
import type { CallOptions, TransportOptions } from './options.js';
import { perform } from './perform.js';
import { createSession } from './session.js';

/** Carries calls out: what every operation is called with. */
export type Transport = <Payload>(
  operation: Operation,
  input: object | undefined,
  options: CallOptions | undefined,
) => Call<Payload>;

/** A bare transport, for operations that are imported one by one. */
export function createTransport(options: TransportOptions): Transport {
  const session = createSession(options.refresh);
  return (operation, input, call = {}) => toCall(perform(options, session, operation, input, call));
}
