import type { Principal } from '../../definition/config.js';
import type { KeyRecord } from '../../keys/api-keys.js';

/** Who calls, or how the attempt to say so failed. */
export type Identity =
  | { readonly principal: Principal; readonly apiKey: KeyRecord | null }
  | { readonly principal: null; readonly isMissing: boolean; readonly refusal?: unknown };
