import type { Principal } from '../../definition/config.js';
import type { KeyRecord } from '../../keys/api-keys.js';

/** The caller, or why identifying it failed. */
export type Identity =
  | {
      readonly principal: Principal;
      readonly apiKey: KeyRecord | null;
      /** The hash of `apiKey`. */
      readonly keyHash?: string;
    }
  | {
      readonly principal: null;
      readonly isMissing: boolean;
      readonly refusal?: unknown;
      /** The id of a known key that is no longer valid. */
      readonly refusedKeyId?: string | undefined;
    };
