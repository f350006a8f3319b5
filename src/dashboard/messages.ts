import { de } from './messages/de.js';
import { type Catalog, en } from './messages/en.js';

export type { MessageKey } from './messages/en.js';

/** What the pages say, by language; the first is the fallback. A further language is a catalog and its name here. */
export const MESSAGES = { en, de } satisfies Record<string, Catalog>;

export type Language = keyof typeof MESSAGES;

export const LANGUAGES = Object.keys(MESSAGES) as readonly Language[];
