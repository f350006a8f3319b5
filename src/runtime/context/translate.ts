import { IntlMessageFormat } from 'intl-messageformat';
import type { Logger, Translate } from '../../authoring/context.js';
import type { RouteTable } from '../route-table.js';

/** Gives the translator of one language. */
export type Translations = (locale: string) => Translate;

/**
 * Prepares the catalogs: a key is looked up in the caller's language, then in the fallback language, and stands for
 * itself when neither has it. A message that cannot be formatted is logged and sent as it is written.
 */
export function prepareTranslations(messages: RouteTable['messages'], log: Logger): Translations {
  const [fallback = 'en'] = Object.keys(messages);
  const translators = new Map<string, Translate>();
  return (locale) => {
    const known = translators.get(locale);
    if (known) return known;
    const translate = createTranslator(messages, [...new Set([locale, fallback])], log);
    translators.set(locale, translate);
    return translate;
  };
}

/** Text without arguments, as the parser of messages numbers it. */
const LITERAL = 0;

function createTranslator(
  messages: RouteTable['messages'],
  locales: readonly string[],
  log: Logger,
): Translate {
  const formats = new Map<string, IntlMessageFormat>();
  /** Those that say the same whatever fills them. */
  const texts = new Map<string, string>();
  return (key, params) => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const locale = locales.find((name) => Object.hasOwn(messages[name] ?? {}, key));
    const message = locale === undefined ? undefined : messages[locale]?.[key];
    if (locale === undefined || message === undefined) return key;
    try {
      let format = formats.get(key);
      if (!format) {
        format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
        formats.set(key, format);
      }
      const text = String(format.format(params));
      if (format.getAst().every(({ type }) => type === LITERAL)) texts.set(key, text);
      return text;
    } catch (error) {
      log.warn({ err: error, key, locale }, 'a message could not be formatted');
      return message;
    }
  };
}
