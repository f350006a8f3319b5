import { type Language, MESSAGES, type MessageKey } from './messages.js';

/** A message in the reader's language, its `{holes}` filled. The result is text, not markup. */
export type Translate = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;

export function translatorFor(language: Language): Translate {
  return (key, params = {}) =>
    MESSAGES[language][key].replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
