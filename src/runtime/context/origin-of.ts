import type { ChangeOrigin } from '../../keys/change-origin.js';
import type { Call } from '../call/call.js';

/** Where what this request changes comes from: the caller, and the key that the caller came with. */
export function originOf({ principal, apiKey, address, requestId }: Call): ChangeOrigin {
  return { actor: principal?.user.id ?? null, parentKey: apiKey, address, requestId };
}
