import * as z from 'zod';
import type { ErrorMap } from '../../definition/format-issue.js';

/** Languages that zod knows by the name of a wider one. */
const WIDER: Readonly<Record<string, string>> = { nb: 'no' };

/** By locale, of which there are as many as the service speaks. */
const known = new Map<string, ErrorMap | undefined>();

/** How zod words its issues in `locale`; undefined for English, where what the application configured stands. */
export function findErrorMap(locale: string): ErrorMap | undefined {
  if (!known.has(locale)) known.set(locale, lookUp(locale));
  return known.get(locale);
}

function lookUp(locale: string): ErrorMap | undefined {
  const { language, region, homeRegion } = readLocale(locale);
  if (language === 'en') return undefined;
  const locales: Readonly<Record<string, (() => { localeError: ErrorMap }) | undefined>> = z.locales;
  const names = [`${language}${region}`, language, WIDER[language], `${language}${homeRegion}`];
  return names.map((name = '') => locales[name]).find((found) => found !== undefined)?.().localeError;
}

/** The region too in which the language, in its script, is most at home: Chinese is to zod `zhCN` or `zhTW`. */
function readLocale(locale: string) {
  try {
    const { language, region } = new Intl.Locale(locale);
    const { script } = new Intl.Locale(locale).maximize();
    const { region: homeRegion } = new Intl.Locale(script ? `${language}-${script}` : language).maximize();
    return { language, region, homeRegion };
  } catch {
    return { language: locale };
  }
}
