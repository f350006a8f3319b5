import { MESSAGE_PREFIX, MESSAGES } from '../protocol/messages.js';

/** The keys of procgen's own messages in a project's catalogs and in `ctx.t`. */
export const OWN_MESSAGE_KEYS: readonly string[] = Object.keys(MESSAGES).map(
  (key) => `${MESSAGE_PREFIX}${key}`,
);
