import type { Language } from '../messages.js';

export const dateFormat = keepPerLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);

export const momentFormat = keepPerLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

export const distanceFormat = keepPerLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
);

export const numberFormat = keepPerLanguage((language) => new Intl.NumberFormat(language));

export const pluralRules = keepPerLanguage((language) => new Intl.PluralRules(language));

/** Keeps one format per language: creating it takes longer than rendering the rest of a row. */
function keepPerLanguage<Format>(create: (language: Language) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const format = formats.get(language) ?? create(language);
    formats.set(language, format);
    return format;
  };
}
