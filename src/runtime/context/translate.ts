import { IntlMessageFormat } from 'intl-messageformat';
import type { Logger, Translate } from '../../definition/context.js';
import { formatInEnglish, isMessageKey, MESSAGE_PREFIX } from '../../protocol/messages.js';
import type { FormatMessage } from '../respond/fail.js';
import type { RouteTable } from '../route-table.js';

/** Formats one message. */
type Format = (params: Parameters<Translate>[1]) => string;

/** Returns the translator of one language. */
export type Translations = (locale: string) => Translate;

/**
 * Prepares the catalogs: a key is looked up in the caller's language, then in the fallback language, then among the
 * package's own messages in English. An unknown key is returned unchanged and logged once. A message that cannot be
 * formatted is logged and returned unformatted.
 */
export function prepareTranslations(messages: RouteTable['messages'], log: Logger): Translations {
  const [fallback = 'en'] = Object.keys(messages);
  const translators = new Map<string, Translate>();
  const unknownKeys = new Set<string>();

  function createTranslator(locale: string): Translate {
    const formats = new Map<string, Format>();
    return (key, params) => {
      const known = formats.get(key);
      if (known) return known(params);
      const format = createFormat(key, locale);
      if (format) {
        formats.set(key, format);
        return format(params);
      }
      warnOfUnknown(key, locale);
      return key;
    };
  }

  /** Returns undefined for a key in neither the catalogs nor the package. */
  function createFormat(key: string, locale: string): Format | undefined {
    const language = [locale, fallback].find((name) => Object.hasOwn(messages[name] ?? {}, key));
    const message = language === undefined ? undefined : messages[language]?.[key];
    if (message === undefined) {
      const own = key.startsWith(MESSAGE_PREFIX) ? key.slice(MESSAGE_PREFIX.length) : '';
      return isMessageKey(own) ? (params) => formatInEnglish({ key: own, params }) : undefined;
    }
    const returnUnformatted = (error: unknown) => {
      log.warn({ err: error, key, locale: language }, 'a message could not be formatted');
      return message;
    };
    try {
      const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      if (format.getAst().every(({ type }) => type === LITERAL)) {
        const text = String(format.format());
        return () => text;
      }
      return (params) => {
        try {
          return String(format.format(params));
        } catch (error) {
          return returnUnformatted(error);
        }
      };
    } catch (error) {
      return () => returnUnformatted(error);
    }
  }

  function warnOfUnknown(key: string, locale: string): void {
    const name = key.slice(0, LOGGED_KEY_MAX);
    if (unknownKeys.has(name) || unknownKeys.size >= UNKNOWN_KEYS_MAX) return;
    unknownKeys.add(name);
    log.warn(
      { key: name, locale },
      'ctx.t was called with a key that is in no catalog: the key itself is sent',
    );
  }

  return (locale) => {
    let translate = translators.get(locale);
    if (!translate) {
      translate = createTranslator(locale);
      translators.set(locale, translate);
    }
    return translate;
  };
}

/** The number of unknown keys that are remembered, bounded because a procedure may derive keys from its input. */
const UNKNOWN_KEYS_MAX = 1000;
const LOGGED_KEY_MAX = 200;

/** The type of literal text in the parser of messages. */
const LITERAL = 0;

/** Returns the function that translates the package's messages into one language. */
export type MessageFormatters = (locale: string) => FormatMessage;

/** Prepares that from catalogs that contain the package's messages. */
export function prepareMessageFormatters(translations: Translations): MessageFormatters {
  const formatters = new Map<string, FormatMessage>();
  return (locale) => {
    const known = formatters.get(locale);
    if (known) return known;
    const translate = translations(locale);
    const formatMessage: FormatMessage = ({ key, params }) => translate(MESSAGE_PREFIX + key, params);
    formatters.set(locale, formatMessage);
    return formatMessage;
  };
}
