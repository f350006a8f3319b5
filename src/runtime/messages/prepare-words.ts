import { MESSAGE_PREFIX, wordInEnglish } from '../../protocol/messages.js';
import type { Translations } from '../context/translate.js';
import type { Word } from '../respond/word.js';

/** Gives what words the package's messages in one language. */
export type Words = (locale: string) => Word;

/** Prepares the wording by catalogs that hold the package's messages. What they lack is said in English. */
export function prepareWords(translations: Translations): Words {
  return (locale) => {
    const translate = translations(locale);
    return (wording) => {
      const key = MESSAGE_PREFIX + wording.key;
      const said = translate(key, wording.params);
      return said === key ? wordInEnglish(wording) : said;
    };
  };
}
