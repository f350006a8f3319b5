import { isLoopbackName } from '../../../protocol/is-loopback-name.js';
import { OpenIdFault } from './open-id-fault.js';

/** Throws an OpenIdFault for an endpoint that would be spoken to in the clear, on this machine excepted. */
export function checkEndpoint({ protocol, hostname, host }: URL): void {
  if (protocol === 'https:' || isLoopbackName(hostname)) return;
  throw new OpenIdFault('disagreement', `The provider has an endpoint without https at ${host}.`);
}
