import type { MessageKey } from './messages.js';
import { DAY_MS } from './pages/format-moment.js';

export const EXPIRIES = ['30', '90', '365', 'never', 'date'] as const;
export const ACCESSES = ['full', 'read', 'chosen'] as const;

/** A number of days, never, or the day in `lastDay`. */
export type Expiry = (typeof EXPIRIES)[number];

/** The fields of the create form, as submitted. */
export interface KeyForm {
  readonly name: string;
  readonly expiry: string;
  /** Such as `2026-12-31`; used only if `expiry` is `date`. */
  readonly lastDay: string;
  readonly access: string;
  /** Used only if `access` is `chosen`. */
  readonly scopes: readonly string[];
}

export type KeyFormErrors = Readonly<Partial<Record<'name' | 'expiry' | 'access', MessageKey>>>;

export const EMPTY_FORM: KeyForm = { name: '', expiry: '90', lastDay: '', access: 'full', scopes: [] };

export function readKeyForm(form: URLSearchParams): KeyForm {
  return {
    name: (form.get('name') ?? '').trim(),
    expiry: form.get('expiry') ?? EMPTY_FORM.expiry,
    lastDay: form.get('lastDay') ?? '',
    access: form.get('access') ?? EMPTY_FORM.access,
    scopes: form.getAll('scope'),
  };
}

export interface FormRules {
  /** The scopes to choose from. */
  readonly scopes: readonly { readonly name: string }[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Validates the fields. The key service validates them again. */
export function checkKeyForm(values: KeyForm, rules: FormRules): KeyFormErrors {
  const access = checkAccess(values, rules);
  const expiry = checkExpiry(values, EXPIRIES, rules.now);
  return {
    ...(values.name === '' && { name: 'create.nameMissing' }),
    ...(expiry && { expiry }),
    ...(access && { access }),
  };
}

function checkAccess({ access, scopes }: KeyForm, rules: FormRules): MessageKey | null {
  if (!isOneOf(ACCESSES, access)) return 'create.accessInvalid';
  if (access !== 'chosen') return null;
  if (scopes.length === 0) return 'create.scopesMissing';
  if (scopes.length > MAX_SCOPES) return 'create.scopesTooMany';
  const isKnown = scopes.every((scope) => rules.scopes.some(({ name }) => name === scope));
  return isKnown ? null : 'create.accessInvalid';
}

/** Validates an expiry, which must be one of `choices`; null if it is valid. */
export function checkExpiry(
  { expiry, lastDay }: Pick<KeyForm, 'expiry' | 'lastDay'>,
  choices: readonly string[],
  now: number,
): MessageKey | null {
  if (!isOneOf(choices, expiry)) return 'create.expiryInvalid';
  if (expiry !== 'date') return null;
  const end = readEndOfDay(lastDay);
  return end !== null && end > now && lastDay <= latestDay(now) ? null : 'create.dateInvalid';
}

/** The maximum number of scopes per key. */
export const MAX_SCOPES = 50;
const MAX_LIFE_MS = 365 * DAY_MS;

/** Converts validated values to arguments of the key service. */
export function toKeyRequest(values: KeyForm, now: number) {
  return { name: values.name, scopes: listScopes(values), expiresAt: expiryDateOf(values, now) };
}

function listScopes({ access, scopes }: KeyForm): readonly string[] {
  if (access === 'chosen') return scopes;
  return access === 'read' ? ['read'] : [];
}

/** When a key created now expires; null for never. A chosen day ends with its last millisecond in UTC. */
export function expiryDateOf(
  { expiry, lastDay }: Pick<KeyForm, 'expiry' | 'lastDay'>,
  now: number,
): Date | null {
  if (expiry === 'never') return null;
  return new Date(expiry === 'date' ? (readEndOfDay(lastDay) ?? Number.NaN) : now + Number(expiry) * DAY_MS);
}

/** The latest day on which a key created now may work, such as `2026-12-31`. */
export function latestDay(now: number): string {
  return printDay(now + MAX_LIFE_MS - DAY_MS + 1);
}

/** The day in UTC, in the format of a date field. */
export function printDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The last millisecond of a day in UTC; null if it is not a date. */
function readEndOfDay(day: string): number | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(start) || printDay(start) !== day ? null : start + DAY_MS - 1;
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value);
}
