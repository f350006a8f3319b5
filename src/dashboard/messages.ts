import { de } from './messages/de.js';
import { type Catalog, en, type MessageKey } from './messages/en.js';

export type { MessageKey };

/** What the pages say, by language; the first is the fallback. A further language is a catalog and its name here. */
export const MESSAGES = { en, de } satisfies Record<string, Catalog>;

export type Language = keyof typeof MESSAGES;

export const LANGUAGES = Object.keys(MESSAGES) as readonly Language[];

/** A message in the reader's language, its `{holes}` filled. The result is text, not markup. */
export type Translate = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;

export function translatorFor(language: Language): Translate {
  return (key, params = {}) =>
    MESSAGES[language][key].replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
