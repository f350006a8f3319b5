import type { Html } from './html.js';

export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

/** What a handler decides; sending it is the dashboard's. */
export type Answer = PageAnswer | RedirectAnswer;

export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly headers?: AnswerHeaders;
}

export interface RedirectAnswer {
  readonly kind: 'redirect';
  readonly location: string;
  readonly headers?: AnswerHeaders;
}

export function redirectTo(location: string, headers: AnswerHeaders = {}): RedirectAnswer {
  return { kind: 'redirect', location, headers };
}
