import type Koa from 'koa';
import type { Answer } from './answer.js';
import { type Account, renderPage } from './pages/page.js';
import type { Reader } from './visit.js';

export function sendAnswer(ctx: Koa.Context, answer: Answer, reader: Reader, account: Account | null): void {
  ctx.set({ 'Content-Language': reader.language, Vary: 'Accept-Language', ...answer.headers });
  if (answer.kind === 'redirect') {
    ctx.status = 303;
    ctx.set('Location', answer.location);
    ctx.body = '';
    return;
  }
  ctx.status = answer.status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderPage({ ...reader, title: answer.title, account, body: answer.body }).markup;
}
