import { createHash } from 'node:crypto';
import type Koa from 'koa';
import { containsKey } from '../../keys/key-format.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { STATUS_BY_CODE } from '../../protocol/error-code.js';
import type { KeptAnswer, KeptAnswers } from '../idempotency/kept-answers.js';
import { describeRefusal } from '../respond/fail.js';
import { type Call, callOf } from '../service/call.js';
import { nameCaller } from './name-caller.js';

/**
 * Prepares the guard of a mutation that is sent with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header):
 * the same key and request from the same caller get the first answer again, and the handler runs once. Another
 * request under the key is a CONFLICT, and so is the repetition of one whose answer held a secret. Failures of the
 * server's own are not kept, so that the next try can succeed.
 */
export function prepareReplay(procedure: string, answers: KeptAnswers): Koa.Middleware {
  return async (ctx, next) => {
    const key = readIdempotencyKey(ctx);
    if (key === undefined) return next();
    const call = callOf(ctx);
    const name = [procedure, nameCaller(call), key].join('\n');
    let first: KeptAnswer | null = null;
    const kept = await answers.once(name, fingerprintOf(ctx, call), async () => {
      first = await answerFirst(ctx, next);
      return first;
    });
    if (kept === 'other') throw new BuiltInError('CONFLICT', 'idempotency.other');
    if (kept !== null) replay(ctx, kept);
    else rethrow(first);
  };
}

const QUOTED = /^"(.*)"$/;
const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

/** The key without the quotes of a structured field; undefined when the request has none. */
function readIdempotencyKey(ctx: Koa.Context): string | undefined {
  const header = ctx.req.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header).replace(QUOTED, '$1');
  if (!PRINTABLE.test(key)) throw new BuiltInError('BAD_REQUEST', 'idempotency.invalid');
  return key;
}

/** What was asked for: the target and the body's value. */
function fingerprintOf(ctx: Koa.Context, { body }: Call): string {
  const text = `${ctx.method} ${ctx.originalUrl}\n${JSON.stringify(body) ?? ''}`;
  return createHash('sha256').update(text).digest('base64');
}

/** Lets the request be answered. Rejects with a failure of the server's own, which is not kept. */
async function answerFirst(ctx: Koa.Context, next: Koa.Next): Promise<KeptAnswer | null> {
  const before = { ...ctx.response.headers };
  try {
    await next();
  } catch (thrown) {
    const { status } = describeRefusal(thrown);
    // A caller who went away has had no answer, and comes back for one.
    if (status >= 500 || status === STATUS_BY_CODE.CLIENT_CLOSED_REQUEST) throw thrown;
    return { kind: 'refusal', thrown };
  }
  return readAnswer(ctx, before);
}

/** The answer that the request has now; null for one that is not a text, such as a stream. */
function readAnswer(ctx: Koa.Context, before: Koa.Context['response']['headers']): KeptAnswer | null {
  const body: unknown = ctx.body ?? null;
  if (ctx.respond === false || (body !== null && typeof body !== 'string')) return null;
  if (body !== null && containsKey(body)) return { kind: 'secret', id: readId(body) };
  const added = Object.entries(ctx.response.headers).filter(([name, value]) => before[name] !== value);
  const headers = Object.fromEntries(
    added.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  );
  return { kind: 'success', status: ctx.status, headers, body };
}

/** The `id` of what an answer tells of, inside its envelope or without one. */
function readId(body: string): string | null {
  try {
    const answer = JSON.parse(body) as {
      readonly id?: unknown;
      readonly payload?: { readonly id?: unknown };
    };
    const id = answer.payload?.id ?? answer.id;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** The first request hears of a refusal as all do, through the guards before this one. */
function rethrow(first: KeptAnswer | null): void {
  if (first?.kind === 'refusal') throw first.thrown;
}

function replay(ctx: Koa.Context, kept: KeptAnswer): void {
  if (kept.kind === 'secret') throw describeSecret(kept.id);
  ctx.set('Idempotent-Replayed', 'true');
  if (kept.kind === 'refusal') throw kept.thrown;
  ctx.body = kept.body;
  ctx.status = kept.status;
  for (const [name, value] of Object.entries(kept.headers)) ctx.set(name, value);
}

function describeSecret(id: string | null): BuiltInError {
  if (id === null) return new BuiltInError('CONFLICT', 'idempotency.secret');
  return new BuiltInError('CONFLICT', 'idempotency.secretOf', { params: { id } });
}
