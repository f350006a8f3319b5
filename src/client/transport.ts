import { type Call, toCall } from './call.js';
import type { Operation } from './operation.js';
import type { CallOptions, TransportOptions } from './options.js';
import { performCall } from './perform-call.js';
import type { Result } from './result.js';
import { createTransportSession } from './transport-session.js';

/** Performs calls; every operation is called with one. */
export interface Transport {
  <Answer extends Result<unknown>>(
    operation: Operation,
    input: object | undefined,
    options: CallOptions | undefined,
  ): Call<Answer>;
  /** The base of the URLs of operations, as in `TransportOptions`; they are paths when absent. */
  readonly baseUrl?: string | undefined;
  /** Called with the failure that ends a stream after its call has succeeded. */
  readonly onFailure?: TransportOptions['onFailure'];
}

/**
 * Creates a transport for operations that are imported one by one. Throws a TypeError for a `baseUrl` that is neither a
 * URL nor a path.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, onFailure } = options;
  if (!/^$|^\/|:\/\//.test(baseUrl)) throw new TypeError(`baseUrl "${baseUrl}" lacks "https://".`);
  const session = createTransportSession(options.refresh);
  return Object.assign<Transport, Pick<TransportOptions, 'baseUrl' | 'onFailure'>>(
    (operation, input, call = {}) => toCall(performCall(options, session, operation, input, call)),
    { baseUrl, onFailure },
  );
}
