/** The page that somebody wanted who has to sign in first, kept in a cookie: sign-in links come from elsewhere. */
import { containsKey } from '../keys/key-format.js';
import { printCookie, printEndedCookie, readCookie } from './cookie.js';
import type { PageRequest } from './page-request.js';
import type { Origin } from './read-origin.js';

const NAME = 'procgen-wanted';
/** As long as a sign-in link works. */
const LIFE_SECONDS = 30 * 60;
const MAX_LENGTH = 3_000;
export const DEFAULT_PAGE = '/dashboard/api-keys';
const WANTED = /^\/dashboard\/(?:api-keys|activity|account)(?:[/?][\x21-\x7e]*)?$/;

/** The address; null for none, and for what is neither a page of the dashboard nor `docsPath`, the explorer. */
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

/** The headers that remember the address, or forget another one where it is that of the list. */
export function rememberPage(address: string, known: string | null, origin: Origin): readonly string[] {
  if (address === DEFAULT_PAGE) return forgetPage(known, origin);
  const value = encodeURIComponent(address);
  const shortened = value.length > MAX_LENGTH ? encodeURIComponent(address.replace(/\?.*/, '')) : value;
  return [printCookie(origin, NAME, { value: shortened, maxAgeSeconds: LIFE_SECONDS })];
}

/** Forgets the page that is shown now, but not before the second request of a double click was led there too. */
export function forgetPageSoon(known: string | null, origin: Origin): readonly string[] {
  if (known === null) return [];
  return [printCookie(origin, NAME, { value: encodeURIComponent(known), maxAgeSeconds: 10 })];
}

function forgetPage(known: string | null, origin: Origin): readonly string[] {
  return known === null ? [] : [printEndedCookie(origin, NAME)];
}

export interface UnansweredRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of a POST; empty otherwise. */
  readonly form: URLSearchParams;
  readonly isPost: boolean;
  /** The session cookie, which is that of an ended session. */
  readonly sessionToken: string | null;
}

/**
 * Where to go on after signing in: the page itself, or the form that was sent, with what was typed. A form that comes without
 * any session is not remembered.
 */
export function findWantedPage({ path, query, form, isPost, sessionToken }: UnansweredRequest): string {
  if (!isPost) return printAddress(path, query);
  if (sessionToken === null) return DEFAULT_PAGE;
  if (PAGELESS.test(path)) return path.replace(/\/[\w-]+$/, '');
  return printAddress(path === DEFAULT_PAGE ? `${path}/new` : path, form);
}

/** Actions without a page of their own, which stand on the page above them. */
const PAGELESS = /\/(?:enable|disable|end-session|sign-out-everywhere)$/;

const KEPT_FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'expiry', 'lastDay', 'access', 'scope', 'overlap', 'id'],
  ...['q', 'filter', 'sort', 'page'],
]);

/** With what was chosen or typed, and without what belongs to one showing of a page, and keys that are searched for. */
function printAddress(path: string, fields: URLSearchParams): string {
  const kept = [...fields].filter(([name, value]) => KEPT_FIELDS.has(name) && !containsKey(value));
  const text = new URLSearchParams(kept).toString();
  return text === '' ? path : `${path}?${text}`;
}
