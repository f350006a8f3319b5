import type { KeyRecord } from '../keys/api-keys.js';
import type { Language } from './messages.js';
import { DAY_MS } from './pages/format-moment.js';

export const KEY_FILTERS = ['all', 'expiring', 'expired', 'never-used', 'unused', 'disabled'] as const;
export const KEY_SORTS = ['newest', 'name', 'used', 'expiry'] as const;

export type KeyFilter = (typeof KEY_FILTERS)[number];
export type KeySort = (typeof KEY_SORTS)[number];

/** The part of the key list that a URL selects. */
export interface KeyListQuery {
  /** A part of the name or of a scope, or the beginning of the key or its id. */
  readonly search: string;
  readonly filter: KeyFilter;
  readonly sort: KeySort;
  /** Starts at 1. */
  readonly page: number;
}

export interface KeyList {
  /** The keys of the page. */
  readonly shown: readonly KeyRecord[];
  /** The number of keys that match. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export const KEYS_PER_PAGE = 50;
const EXPIRING_MS = 30 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;

export function readKeyListQuery(query: URLSearchParams): KeyListQuery {
  const page = Number(query.get('page'));
  return {
    search: (query.get('q') ?? '').trim(),
    filter: KEY_FILTERS.find((filter) => filter === query.get('filter')) ?? 'all',
    sort: KEY_SORTS.find((sort) => sort === query.get('sort')) ?? 'newest',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The query parameters that differ from the defaults. */
export function listParameters({ search, filter, sort, page }: KeyListQuery): readonly [string, string][] {
  return [
    ...(search === '' ? [] : [['q', search] as [string, string]]),
    ...(filter === 'all' ? [] : [['filter', filter] as [string, string]]),
    ...(sort === 'newest' ? [] : [['sort', sort] as [string, string]]),
    ...(page === 1 ? [] : [['page', String(page)] as [string, string]]),
  ];
}

/** The URL of the list, with additional parameters such as a notice. */
export function printKeyListUrl(query: KeyListQuery, more: readonly [string, string][] = []): string {
  const text = new URLSearchParams([...listParameters(query), ...more]).toString();
  return `/dashboard/api-keys${text === '' ? '' : `?${text}`}`;
}

/** Searches, filters, sorts and paginates the keys, which come newest first. `page` is at most the last page. */
export function selectKeys(
  keys: readonly KeyRecord[],
  { search, filter, sort, page }: KeyListQuery,
  { now, language }: { readonly now: number; readonly language: Language },
): KeyList {
  const matching = keys.filter((key) => matchesSearch(key, search) && passesFilter(key, filter, now));
  const sorted = sortKeys(matching, sort, language);
  const pages = Math.max(1, Math.ceil(sorted.length / KEYS_PER_PAGE));
  const current = Math.min(page, pages);
  const shown = sorted.slice((current - 1) * KEYS_PER_PAGE, current * KEYS_PER_PAGE);
  return { shown, total: sorted.length, page: current, pages };
}

export function passesFilter(key: KeyRecord, filter: KeyFilter, now: number): boolean {
  const leftMs = (key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - now;
  switch (filter) {
    case 'all':
      return true;
    case 'expiring':
      return leftMs > 0 && leftMs <= EXPIRING_MS;
    case 'expired':
      return leftMs <= 0;
    case 'never-used':
      return key.lastUsedAt === null;
    case 'unused':
      return now - (key.lastUsedAt ?? key.createdAt).getTime() >= UNUSED_MS;
    case 'disabled':
      return key.disabled;
  }
}

export function matchesSearch({ id, name, start, scopes }: KeyRecord, search: string): boolean {
  const wanted = search.toLowerCase();
  return (
    name.toLowerCase().includes(wanted) ||
    scopes.some((scope) => scope.toLowerCase().includes(wanted)) ||
    [id, start].some((text) => text.toLowerCase().startsWith(wanted))
  );
}

function sortKeys(keys: readonly KeyRecord[], sort: KeySort, language: Language): readonly KeyRecord[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  switch (sort) {
    case 'newest':
      return keys;
    case 'name':
      return keys.toSorted((left, right) => compare(left.name, right.name));
    case 'used':
      return keys.toSorted((left, right) => Number(right.lastUsedAt) - Number(left.lastUsedAt));
    case 'expiry':
      return keys.toSorted((left, right) => timeOf(left.expiresAt) - timeOf(right.expiresAt));
  }
}

/** Sorts keys that never expire last. */
function timeOf(date: Date | null): number {
  return date?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
