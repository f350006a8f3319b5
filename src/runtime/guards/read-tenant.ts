import type { Idempotency } from '../../authoring/config.js';
import type { ContextParts } from '../context/create-context.js';
import { viewRequest } from '../context/create-context.js';
import { createRequestLog } from '../context/create-request-log.js';
import type { Call } from '../service/call.js';
import { runWithin } from '../service/run-within.js';
import { NAME_LENGTH_MAX } from './check-principal.js';

/** Tells the tenant that a request is for, as JSON: one line, whatever the application calls it. */
export type TenantReader = (call: Call) => Promise<string>;

/** Prepares what asks `idempotency.scope`. Rejects with a TypeError when that gives anything but a string, or one that is too long. */
export function prepareTenantReader(
  { scope }: Idempotency = {},
  timeoutMs: number,
  { log }: Pick<ContextParts, 'log'>,
): TenantReader {
  if (scope === undefined) return async () => '""';
  return async (call) => {
    const ask = () =>
      scope({
        ...viewRequest(call),
        user: call.principal?.user ?? null,
        signal: call.controller.signal,
        log: createRequestLog(log, { requestId: call.requestId, procedure: call.route?.name ?? '' }),
      });
    const tenant: unknown = await runWithin<string>(
      timeoutMs,
      call.controller,
      ask,
      'function idempotency.scope',
    );
    if (typeof tenant !== 'string') {
      const what = tenant === null ? 'null' : typeof tenant;
      throw new TypeError(`idempotency.scope returned ${what}: it has to return a string.`);
    }
    if (tenant.length <= NAME_LENGTH_MAX) return JSON.stringify(tenant);
    const what = `a string of ${tenant.length} characters`;
    throw new TypeError(`idempotency.scope returned ${what}: it may have at most ${NAME_LENGTH_MAX}.`);
  };
}
