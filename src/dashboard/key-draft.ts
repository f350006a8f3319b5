import type { MessageKey } from './messages.js';
import { DAY_MS } from './pages/format-moment.js';

export const EXPIRIES = ['30', '90', '365', 'never'] as const;
export const ACCESSES = ['full', 'read'] as const;

/** A number of days, or never. */
export type Expiry = (typeof EXPIRIES)[number];

/** What the create form holds, as typed. */
export interface KeyDraft {
  readonly name: string;
  readonly expiry: string;
  readonly access: string;
}

export type DraftErrors = Readonly<Partial<Record<keyof KeyDraft, MessageKey>>>;

export const EMPTY_DRAFT: KeyDraft = { name: '', expiry: '90', access: 'full' };

export function readDraft(form: URLSearchParams): KeyDraft {
  return {
    name: (form.get('name') ?? '').trim(),
    expiry: form.get('expiry') ?? EMPTY_DRAFT.expiry,
    access: form.get('access') ?? EMPTY_DRAFT.access,
  };
}

/** What the form can tell by itself; the key service has the last word. */
export function checkDraft(draft: KeyDraft): DraftErrors {
  return {
    ...(draft.name === '' && { name: 'create.nameMissing' }),
    ...(!isOneOf(EXPIRIES, draft.expiry) && { expiry: 'create.expiryInvalid' }),
    ...(!isOneOf(ACCESSES, draft.access) && { access: 'create.accessInvalid' }),
  };
}

/** What a checked draft asks of the key service. */
export function requestOf(draft: KeyDraft, now: number) {
  return {
    name: draft.name,
    scopes: draft.access === 'read' ? ['read'] : [],
    expiresAt: endOf(draft.expiry as Expiry, now),
  };
}

/** When a key made now would end; null when never. */
export function endOf(expiry: Expiry, now: number): Date | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS);
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value);
}
