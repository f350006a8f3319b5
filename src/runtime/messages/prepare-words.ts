import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import type { Translations } from '../context/translate.js';
import type { Word } from '../respond/word.js';

/** Gives what words the package's messages in one language. */
export type Words = (locale: string) => Word;

/** Prepares the wording by catalogs that hold the package's messages. */
export function prepareWords(translations: Translations): Words {
  return (locale) => {
    const translate = translations(locale);
    return ({ key, params }) => translate(MESSAGE_PREFIX + key, params);
  };
}
