import type { Call } from '../call/call.js';
import { readCounterAddress } from '../request/address.js';

/** Two words that no user id and no address can be mistaken for: what counts or is kept is one caller's own. */
export function nameCaller({ principal, address }: Call): string {
  return principal ? `user:${principal.user.id}` : `address:${readCounterAddress(address)}`;
}
