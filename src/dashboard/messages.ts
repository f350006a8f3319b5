import { de } from './messages/de.js';
import { type Catalog, en, type MessageKey } from './messages/en.js';
import { es } from './messages/es.js';
import { fr } from './messages/fr.js';
import { it } from './messages/it.js';
import { ja } from './messages/ja.js';
import { nl } from './messages/nl.js';
import { pt } from './messages/pt.js';
import { zh } from './messages/zh.js';

export type { MessageKey };

/** The messages by language; the first language is the fallback. To add a language, add a catalog and an entry here. */
export const MESSAGES = { en, de, es, fr, it, ja, nl, pt, zh } satisfies Record<string, Catalog>;

export type Language = keyof typeof MESSAGES;

export const LANGUAGES = Object.keys(MESSAGES) as readonly Language[];

/** Returns a message in the user's language with its `{placeholders}` filled, as text, not markup. */
export type Translate = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;

export function translatorFor(language: Language): Translate {
  return (key, params = {}) =>
    MESSAGES[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      String(params[name] ?? placeholder),
    );
}
