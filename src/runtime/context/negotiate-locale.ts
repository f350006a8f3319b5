import Negotiator from 'negotiator';

/** The size of the cache, which is bounded because callers choose the header. */
const CACHE_SIZE_MAX = 500;
/** How many of a caller's languages are considered. */
const RANGES_MAX = 20;

/** Returns the service's language that fits an `Accept-Language` header best. */
export type LocaleNegotiator = (acceptLanguage: string | undefined) => string;

/** Prepares the choice among `locales`; the first is the fallback. */
export function prepareLocaleNegotiator(locales: readonly string[]): LocaleNegotiator {
  const [fallback = 'en'] = locales;
  if (locales.length < 2) return () => fallback;
  const cache = new Map<string, string>();
  const findLocale = prepareLookup(locales);
  return (acceptLanguage) => {
    if (!acceptLanguage) return fallback;
    const known = cache.get(acceptLanguage);
    if (known !== undefined) return known;
    const ranges = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
    const locale = findFirst(ranges.slice(0, RANGES_MAX), findLocale) ?? fallback;
    if (cache.size >= CACHE_SIZE_MAX) cache.clear();
    cache.set(acceptLanguage, locale);
    return locale;
  };
}

function findFirst(ranges: readonly string[], findLocale: (range: string) => string | undefined) {
  for (const range of ranges) {
    const locale = findLocale(range);
    if (locale !== undefined) return locale;
  }
  return undefined;
}

/**
 * Prepares the look-up of one language range: the locale that it equals or extends (RFC 4647, 3.4), else a locale that
 * extends it (3.3), else one of the same language and script, as `pt-BR` is to `pt-PT` and `zh-Hant` to `zh-TW`.
 */
function prepareLookup(locales: readonly string[]): (range: string) => string | undefined {
  const names = locales.map((locale) => ({
    locale,
    name: locale.toLowerCase(),
    languageAndScript: readLanguageAndScript(locale),
  }));
  return (range) => {
    if (range === '*') return locales[0];
    const wanted = range.toLowerCase();
    const isPrefix = ({ name }: { name: string }) => wanted === name || wanted.startsWith(`${name}-`);
    const longest = names.filter(isPrefix).sort((left, right) => right.name.length - left.name.length)[0];
    if (longest) return longest.locale;
    const languageAndScript = readLanguageAndScript(range);
    const near =
      names.find(({ name }) => name.startsWith(`${wanted}-`)) ??
      names.find((other) => languageAndScript !== undefined && other.languageAndScript === languageAndScript);
    return near?.locale;
  };
}

/** Returns language and script, of which most languages have one; undefined for an invalid language tag. */
function readLanguageAndScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
