import type { Answer } from './answer.js';
import type { Reader } from './page-context.js';
import type { PageResponse } from './page-response.js';
import { type Account, renderPage } from './pages/page.js';

export function renderAnswer(answer: Answer, reader: Reader, account: Account | null): PageResponse {
  const headers = { 'Content-Language': reader.language, Vary: 'Accept-Language', ...answer.headers };
  if (answer.kind === 'redirect') {
    return {
      status: 303,
      headers: { ...headers, Location: answer.location, 'Content-Type': 'text/plain; charset=utf-8' },
      body: '',
    };
  }
  return {
    status: answer.status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    body: renderPage({ ...reader, title: answer.title, account, body: answer.body }).markup,
  };
}
