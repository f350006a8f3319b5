import type { Guard } from '../guards/guard.js';
import type { Chain } from './run-chain.js';

export interface ChainParts extends Omit<Chain, 'guards'> {
  /** Makes the guards ready. It does not throw for what a build has written. */
  readonly prepare: () => readonly Guard[];
}

/** A chain that is made ready by its first call: to make a thousand of them ready would be felt at the start. */
export function createLazyChain({ prepare, ...chain }: ChainParts): Chain {
  let guards: readonly Guard[] | undefined;
  return {
    ...chain,
    get guards() {
      guards ??= prepare();
      return guards;
    },
  };
}
