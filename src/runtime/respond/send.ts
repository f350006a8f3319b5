import type Koa from 'koa';
import type { ResponseDraft } from '../../definition/context.js';
import type { Call } from '../service/call.js';
import { JSON_TYPE } from './answer.js';
import { addHeaders } from './hold-headers.js';
import { listHeaders } from './security-headers.js';

/** Of every answer that is a JSON document. */
export const JSON_HEADERS = { 'Content-Type': JSON_TYPE } as const;

const JSON_HEADER = listHeaders(JSON_HEADERS);

/** How the connection is framed and kept is the server's to say. */
const FRAMING_HEADERS = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
]);

/** Writes `text`, a JSON document, as the whole answer. */
export function sendJson(response: Koa.Response, status: number, text: string): void {
  response.status = status;
  // First, so that Koa does not guess one from the text. Not by Koa's `set`, which makes a list of it.
  if (!response.res.headersSent) addHeaders(response.res, JSON_HEADER);
  response.body = text;
}

/** Answers with a status and nothing else: no body, no content type. */
export function sendNothing(response: Koa.Response, status: number): void {
  // Under a JSON type Koa would write "null".
  response.remove('Content-Type');
  response.body = null;
  response.status = status;
}

/** The status of a success: what the handler set, or the procedure's own. Throws when the handler set no success. */
export function readStatus(draft: ResponseDraft, defaultStatus: number): number {
  const { status = defaultStatus } = draft;
  if (Number.isInteger(status) && status >= 200 && status <= 299) return status;
  throw new TypeError(`ctx.response.status is ${status}: a handler answers with a success, or throws.`);
}

/** Sets the headers that the handler asked for. Throws for one that HTTP cannot carry. */
export function setHeaders(call: Call, { headers }: Pick<ResponseDraft, 'headers'>): void {
  for (const [name, value] of Object.entries(headers)) {
    // An optional one may be set to undefined where TypeScript does not tell that from leaving it out.
    if (value === undefined || FRAMING_HEADERS.has(name.toLowerCase())) continue;
    // What the answer depends on by itself it goes on depending on.
    if (name.toLowerCase() === 'vary')
      call.answer.vary(Array.isArray(value) ? value.map(String) : String(value));
    // Which headers can have several lines is Koa's to say.
    else if (Array.isArray(value)) call.koa.set(name, value.map(String));
    else call.answer.set(name, String(value));
  }
}
