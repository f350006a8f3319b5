import type { Principal } from '../../definition/config.js';
import type { KeyRecord } from '../../keys/api-keys.js';

/** Who calls, or how the attempt to say so failed. */
export type Identity =
  | {
      readonly principal: Principal;
      readonly apiKey: KeyRecord | null;
      /** The hash of that key. */
      readonly keyHash?: string;
    }
  | {
      readonly principal: null;
      readonly isMissing: boolean;
      readonly refusal?: unknown;
      /** The id of the key, where it is known and no longer good. */
      readonly refusedKeyId?: string | undefined;
    };
