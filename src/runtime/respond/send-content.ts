import { attachment } from '../../authoring/attachment.js';
import type { ResponseOptions } from '../../definition/context.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Exchange } from '../exchange.js';
import { type Answer, isBodyless } from './answer.js';
import { isFresh } from './entity-tag.js';
import type { Content } from './open-content.js';
import { selectRange } from './select-range.js';
import { setHeaders } from './send.js';

/** The success of a procedure that responds with bytes. */
export interface ContentOutcome {
  readonly status: number;
  readonly response: ResponseOptions;
  readonly content: Content;
}

interface ContentCall {
  readonly answer: Answer;
  readonly exchange: Pick<Exchange, 'method' | 'headers'>;
}

/**
 * Responds with bytes of `contentType`: all of them, the requested range (206, or a RANGE_NOT_SATISFIABLE), or a 304 if
 * the caller has them. Throws an INTERNAL for a `Blob` of another type. Headers set by the handler take precedence. By
 * default the response is an attachment, so that no browser shows it as a page of this origin.
 */
export function sendContent(call: ContentCall, outcome: ContentOutcome, contentType: string): void {
  try {
    answerContent(call, outcome, contentType);
  } catch (error) {
    outcome.content.cancel();
    throw error;
  }
}

function answerContent(
  { answer, exchange }: ContentCall,
  { status, response, content }: ContentOutcome,
  contentType: string,
): void {
  const { method, headers: sent } = exchange;
  const isRead = isReading(method, status);
  const own = lowerNames(response.headers);
  const defaults = DEFAULTS.filter(([name]) => !own.has(name.toLowerCase()));
  const headers: Record<string, string | undefined> = {
    ...(!own.has('content-type') && { 'Content-Type': readType(content, contentType) }),
    ...Object.fromEntries(defaults.map(([name, read]) => [name, read(content, isRead)])),
  };
  const etag = own.has('etag') ? String(own.get('etag')) : headers.ETag;
  const setAll = () => setHeaders(answer, { ...headers, ...response.headers });
  const isKnown = isRead && etag !== undefined && isFresh(sent['if-none-match'] as string | undefined, etag);
  if (isKnown || isBodyless(status)) {
    content.cancel();
    setAll();
    answer.sendNothing(isKnown ? 304 : status);
    return;
  }
  const { size } = content;
  const takesRange =
    isRead && method === 'GET' && isUnchanged(sent['if-range'], etag, own.get('last-modified'));
  const range = takesRange && size !== null ? selectRange(sent.range as string | undefined, size) : undefined;
  if (range === null) {
    throw new BuiltInError('RANGE_NOT_SATISFIABLE', undefined, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  setAll();
  if (range) answer.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${size}`);
  const length = range ? range.end - range.start : size;
  if (method === 'HEAD') content.cancel();
  answer.sendContent(range ? 206 : status, length, method === 'HEAD' ? null : content.read(range));
}

/** Whether a response represents its URL, so that a caller may have it cached or ask for a range. */
function isReading(method: string, status: number): boolean {
  return status === 200 && (method === 'GET' || method === 'HEAD');
}

/** The default headers of content. */
const DEFAULTS: readonly (readonly [
  name: string,
  read: (content: Content, isRead: boolean) => string | undefined,
])[] = [
  ['Content-Disposition', ({ fileName }) => attachment(fileName)],
  ['Cache-Control', () => 'private, no-cache'],
  ['Accept-Ranges', ({ size }) => (size === null ? undefined : 'bytes')],
  ['ETag', ({ createEtag }, isRead) => (isRead ? createEtag?.() : undefined)],
];

/** Returns the default value of a header; undefined if it has none. */
export function readDefault(
  name: string,
  method: string,
  { status, content }: Pick<ContentOutcome, 'status' | 'content'>,
): string | undefined {
  const [, read] = DEFAULTS.find(([known]) => known.toLowerCase() === name.toLowerCase()) ?? [];
  return read?.(content, isReading(method, status));
}

function lowerNames(headers: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const set = Object.entries(headers).filter(([, value]) => value !== undefined);
  return new Map(set.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns the content type. Throws an INTERNAL for content that does not match a declared range such as `image/*`. */
function readType({ type }: Content, contentType: string): string {
  if (!contentType.endsWith('/*')) return contentType;
  if (type.startsWith(contentType.slice(0, -1))) return type;
  const what = type === '' ? 'without a type' : `of the type ${type}`;
  throw new ProcedureError(
    'INTERNAL',
    `The output is declared as ${contentType}, but the handler returned content ${what}.`,
  );
}

/** Whether `If-Range` (RFC 9110, 13.1.5) permits a range: only strong tags match, and only identical dates. */
function isUnchanged(ifRange: unknown, etag: string | undefined, lastModified: unknown): boolean {
  if (ifRange === undefined) return true;
  if (String(ifRange).endsWith('"')) return ifRange === etag && !etag.startsWith('W/');
  return ifRange === lastModified;
}
