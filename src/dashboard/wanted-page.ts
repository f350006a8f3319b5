/** The page that a user requested before signing in, stored in a cookie, because sign-in links come from elsewhere. */
import { containsKey } from '../keys/key-format.js';
import { printCookie, printExpiredCookie, readCookie } from './cookie.js';
import type { PageRequest } from './page-request.js';
import type { Origin } from './read-origin.js';

const NAME = 'procgen-wanted';
/** The lifetime of a sign-in link. */
const LIFE_SECONDS = 30 * 60;
const MAX_LENGTH = 3_000;
export const DEFAULT_PAGE = '/dashboard/api-keys';
const WANTED = /^\/dashboard\/(?:api-keys|activity|account)(?:[/?][\x21-\x7e]*)?$/;

/** Reads the page from the cookie; null unless it is a page of the dashboard or `docsPath`, the explorer. */
export function readWantedPage(request: PageRequest, origin: Origin, docsPath: string | null): string | null {
  const value = readCookie(request, origin, NAME, MAX_LENGTH);
  if (value === null) return null;
  try {
    const address = decodeURIComponent(value);
    return WANTED.test(address) || address === docsPath ? address : null;
  } catch {
    return null;
  }
}

/** Returns the headers that store the page, or delete a stored one if the page is the list. */
export function rememberPage(address: string, known: string | null, origin: Origin): readonly string[] {
  if (address === DEFAULT_PAGE) return forgetPage(known, origin);
  const value = encodeURIComponent(address);
  const shortened = value.length > MAX_LENGTH ? encodeURIComponent(address.replace(/\?.*/, '')) : value;
  return [printCookie(origin, NAME, { value: shortened, maxAgeSeconds: LIFE_SECONDS })];
}

/** Deletes the page that is shown now, with a delay: the second request of a double click is redirected there too. */
export function forgetPageSoon(known: string | null, origin: Origin): readonly string[] {
  if (known === null) return [];
  return [printCookie(origin, NAME, { value: encodeURIComponent(known), maxAgeSeconds: 10 })];
}

function forgetPage(known: string | null, origin: Origin): readonly string[] {
  return known === null ? [] : [printExpiredCookie(origin, NAME)];
}

export interface UnauthenticatedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of a POST; empty otherwise. */
  readonly form: URLSearchParams;
  readonly isPost: boolean;
  /** The session cookie, which belongs to an ended session. */
  readonly sessionToken: string | null;
}

/**
 * Returns the page to show after signing in: the requested page, or the submitted form with its input. A form submitted
 * without any session is not stored.
 */
export function findWantedPage({ path, query, form, isPost, sessionToken }: UnauthenticatedRequest): string {
  if (!isPost) return printAddress(path, query);
  if (sessionToken === null) return DEFAULT_PAGE;
  if (PAGELESS.test(path)) return path.replace(/\/[\w-]+$/, '');
  return printAddress(path === DEFAULT_PAGE ? `${path}/new` : path, form);
}

/** Actions without a page. They are part of the page above them. */
const PAGELESS = /\/(?:enable|disable|end-session|sign-out-everywhere)$/;

const KEPT_FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'expiry', 'lastDay', 'access', 'scope', 'overlap', 'id'],
  ...['q', 'filter', 'sort', 'page'],
]);

/** Keeps selections and input, without the parameters of a single page view, and without keys in a search. */
function printAddress(path: string, fields: URLSearchParams): string {
  const kept = [...fields].filter(([name, value]) => KEPT_FIELDS.has(name) && !containsKey(value));
  const text = new URLSearchParams(kept).toString();
  return text === '' ? path : `${path}?${text}`;
}
