import type { Html } from './html.js';

/** What a handler decides; sending it is the dashboard's. */
export type Answer = PageAnswer | RedirectAnswer;

export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RedirectAnswer {
  readonly kind: 'redirect';
  readonly location: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function redirectTo(location: string, headers: Readonly<Record<string, string>> = {}): RedirectAnswer {
  return { kind: 'redirect', location, headers };
}
