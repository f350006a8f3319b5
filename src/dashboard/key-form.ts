import type { MessageKey } from './messages.js';
import { DAY_MS } from './pages/format-moment.js';

export const EXPIRIES = ['30', '90', '365', 'never'] as const;
export const ACCESSES = ['full', 'read'] as const;

/** A number of days, or never. */
export type Expiry = (typeof EXPIRIES)[number];

/** The fields of the create form, as submitted. */
export interface KeyForm {
  readonly name: string;
  readonly expiry: string;
  readonly access: string;
}

export type KeyFormErrors = Readonly<Partial<Record<keyof KeyForm, MessageKey>>>;

export const EMPTY_FORM: KeyForm = { name: '', expiry: '90', access: 'full' };

export function readKeyForm(form: URLSearchParams): KeyForm {
  return {
    name: (form.get('name') ?? '').trim(),
    expiry: form.get('expiry') ?? EMPTY_FORM.expiry,
    access: form.get('access') ?? EMPTY_FORM.access,
  };
}

/** Checks the fields; the key service checks them again. */
export function checkKeyForm(values: KeyForm): KeyFormErrors {
  return {
    ...(values.name === '' && { name: 'create.nameMissing' }),
    ...(!isOneOf(EXPIRIES, values.expiry) && { expiry: 'create.expiryInvalid' }),
    ...(!isOneOf(ACCESSES, values.access) && { access: 'create.accessInvalid' }),
  };
}

/** The arguments of the key service for checked values. */
export function toKeyRequest(values: KeyForm, now: number) {
  return {
    name: values.name,
    scopes: values.access === 'read' ? ['read'] : [],
    expiresAt: expiryDateOf(values.expiry as Expiry, now),
  };
}

/** When a key that is created now expires; null for never. */
export function expiryDateOf(expiry: Expiry, now: number): Date | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS);
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value);
}
