import type { Idempotency } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { waitWithin } from '../call/wait-within.js';
import { viewForConfig } from '../context/create-context.js';
import { NAME_LENGTH_MAX } from './check-principal.js';

/** Returns the tenant of a request as JSON, which is a single line whatever the tenant's name contains. */
export type TenantReader = (call: Call) => Promise<string>;

/** Prepares the call of `idempotency.scope`. Rejects with a TypeError if that returns no string or a too long one. */
export function prepareTenantReader(
  { scope }: Idempotency = {},
  timeoutMs: number,
  log: Logger,
): TenantReader {
  if (scope === undefined) return async () => '""';
  return async (call) => {
    const view = Object.assign(viewForConfig(call, log), { user: call.principal?.user ?? null });
    const tenant: unknown = await waitWithin(timeoutMs, call, scope(view), 'function idempotency.scope');
    if (typeof tenant !== 'string') {
      const found = tenant === null ? 'null' : typeof tenant;
      throw new TypeError(`idempotency.scope returned ${found}: it must return a string.`);
    }
    if (tenant.length <= NAME_LENGTH_MAX) return JSON.stringify(tenant);
    const found = `a string of ${tenant.length} characters`;
    throw new TypeError(`idempotency.scope returned ${found}: it may have at most ${NAME_LENGTH_MAX}.`);
  };
}
