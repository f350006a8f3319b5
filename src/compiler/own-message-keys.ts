import { MESSAGE_PREFIX, MESSAGES } from '../protocol/messages.js';

/** The keys under which a project's catalogs, and `ctx.t`, find the package's own messages. */
export const OWN_MESSAGE_KEYS: readonly string[] = Object.keys(MESSAGES).map(
  (key) => `${MESSAGE_PREFIX}${key}`,
);
