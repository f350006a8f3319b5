import Negotiator from 'negotiator';

/** Remembered answers; callers choose the header, so that what they can fill is bounded. */
const REMEMBERED_MAX = 500;

/** Which of the service's languages fits an `Accept-Language` header best. */
export type LocaleNegotiator = (acceptLanguage: string | undefined) => string;

/** Prepares the choice among `locales`, whose first is the fallback. */
export function prepareLocaleNegotiator(locales: readonly string[]): LocaleNegotiator {
  const [fallback = 'en'] = locales;
  if (locales.length < 2) return () => fallback;
  const remembered = new Map<string, string>();
  return (acceptLanguage) => {
    if (!acceptLanguage) return fallback;
    const known = remembered.get(acceptLanguage);
    if (known !== undefined) return known;
    const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
    const locale = negotiator.language([...locales]) ?? fallback;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(acceptLanguage, locale);
    return locale;
  };
}
