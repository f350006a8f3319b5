import { MESSAGE_PREFIX, type MessageCatalog } from '../../protocol/messages.js';
import type { RouteTable } from '../route-table.js';
import { de } from './de.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pt } from './pt.js';
import { zh } from './zh.js';

/** The languages besides English in which the package has messages. */
const LANGUAGES: Readonly<Record<string, MessageCatalog>> = { de, es, fr, it, ja, nl, pt, zh };

/** Adds the package's messages in the same languages to a project's catalogs, whose own messages take precedence. */
export function addBuiltInMessages(
  catalogs: RouteTable['messages'],
  locales: readonly string[],
): RouteTable['messages'] {
  const named = [...new Set([...locales, ...Object.keys(catalogs)])];
  return Object.fromEntries(
    named.map((locale) => [locale, { ...builtInMessagesOf(locale), ...catalogs[locale] }]),
  );
}

function builtInMessagesOf(locale: string): Readonly<Record<string, string>> {
  const language = locale.split('-', 1)[0] ?? '';
  // A reader of Chinese in one script may not be able to read the other.
  const isReadable = scriptOf(locale) === scriptOf(language);
  const messages: Readonly<Record<string, string>> = (isReadable && LANGUAGES[language]) || {};
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [MESSAGE_PREFIX + key, message]),
  );
}

/** Returns the script, `Hans` for `zh`, `Hant` for `zh-TW`; undefined for an invalid language tag. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
