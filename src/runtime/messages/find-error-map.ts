import * as z from 'zod';
import type { ErrorMap } from '../../definition/format-issue.js';

/** Languages that zod names by a wider one. */
const WIDER: Readonly<Record<string, string>> = { nb: 'no' };

/** A cache by locale, with as many entries as the service has languages. */
const known = new Map<string, ErrorMap | undefined>();

/** Returns zod's error map for `locale`; undefined for English, for which the application's own stays in effect. */
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

/** Also returns the main region of a language in its script: zod distinguishes Chinese as `zhCN` and `zhTW`. */
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
