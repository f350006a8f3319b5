import type { Html } from './html.js';
import type { PageResponse } from './page-response.js';

export type AnswerHeaders = PageResponse['headers'];

/** What a handler returns; `createDashboard` renders it. */
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
