import { createHash } from 'node:crypto';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Call } from '../call/call.js';
import { waitWithin } from '../call/wait-within.js';
import type { IdempotencyClaims, ReplayableAnswer } from '../idempotency/idempotency-claims.js';
import { recordOutcome, recordRefusal, recordSuccess } from '../idempotency/record-answer.js';
import { OVERLOADED } from '../overload/create-gate.js';
import { Refused } from '../respond/fail.js';
import { setHeaders } from '../respond/send.js';
import type { Guard } from './guard.js';
import { nameCaller } from './limit.js';
import type { TenantReader } from './read-tenant.js';

/**
 * Prepares the guard of a mutation that is sent with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
 *
 * The same key and request from the same caller get the first response again. The handler runs once, even if it exceeds
 * its timeout. A repeated request waits meanwhile for at most a handler's timeout, without a place in the overload
 * gate. A different request with the key is a CONFLICT, and so is a repetition if the first response contained a
 * secret. 5xx failures, and a 408, 425 or 429, are not stored, so that a retry can succeed. Callers are told apart by
 * user and tenant. Without a user, nothing is stored unless the configuration says so.
 */
export function prepareReplay(options: ReplayOptions, run: Guard): Guard {
  const { procedure, claims, timeoutMs, readTenant, storesAnonymous } = options;
  async function runOnce(call: Call): Promise<undefined> {
    const tenant = await readTenant(call);
    const name = `${tenant}\n${procedure}\n${readIdempotencyKey(call)}`;
    const request = { caller: nameCaller(call), name, fingerprint: fingerprintOf(call) };
    const waitUntil = performance.now() + timeoutMs;
    for (;;) {
      const claim = await claims.claim(request);
      if (claim.kind === 'other') throw new BuiltInError('CONFLICT', 'idempotency.other');
      if (claim.kind === 'full') throw new Refused(OVERLOADED);
      if (claim.kind === 'first') {
        call.idempotencyClaim = request;
        return answerFirst(call, async () => void (await run(call)), claim.settle);
      }
      const leftMs = Math.max(0, waitUntil - performance.now());
      const stored = await waitOutsideGate(call, () => waitWithin(leftMs, call, claim.answer)).finally(
        claim.stopWaiting,
      );
      if (stored !== null) return replay(call, stored);
    }
  }
  return (call) => {
    // Callers without an address cannot be told apart, so none may get the response of another.
    const isKnown = call.principal !== null || (storesAnonymous && call.address !== '');
    const isStored = isKnown && call.exchange.headers['idempotency-key'] !== undefined;
    return isStored ? runOnce(call) : run(call);
  };
}

export interface ReplayOptions {
  readonly procedure: string;
  readonly claims: IdempotencyClaims;
  /** The timeout of a handler. */
  readonly timeoutMs: number;
  readonly readTenant: TenantReader;
  /** Whether responses to calls without a user are stored. */
  readonly storesAnonymous: boolean;
}

/**
 * Waits for the response of another call and leaves the overload gate meanwhile. Replaying a stored response is cheap
 * and needs no admission; running the handler after all does.
 */
async function waitOutsideGate(
  call: Call,
  wait: () => ReplayableAnswer | null | Promise<ReplayableAnswer | null>,
): Promise<ReplayableAnswer | null> {
  const { gate } = call;
  call.releasePlace();
  const stored = await wait();
  if (stored !== null) gate?.enter();
  else if (gate && !gate.admit()) throw new Refused(OVERLOADED);
  call.gate = gate;
  return stored;
}

const QUOTED = /^"(.*)"$/;
const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

/** Returns the key without the quotes of a structured field. */
function readIdempotencyKey({ exchange }: Call): string {
  const key = String(exchange.headers['idempotency-key']).replace(QUOTED, '$1');
  if (!PRINTABLE.test(key)) throw new BuiltInError('BAD_REQUEST', 'idempotency.invalid');
  return key;
}

/** Digests the method, the target and the body's value. */
function fingerprintOf({ exchange, body }: Call): string {
  const text = `${exchange.method} ${exchange.url}\n${JSON.stringify(body) ?? ''}`;
  return createHash('sha256').update(text).digest('base64');
}

/** Runs the handler and reports what to store. */
async function answerFirst(
  call: Call,
  run: () => Promise<void>,
  settle: (answer: ReplayableAnswer | null | Promise<ReplayableAnswer | null>) => void,
): Promise<undefined> {
  const before = listHeaders(call);
  try {
    await run();
    settle(readAnswer(call, before));
  } catch (thrown) {
    const { outcome, signal } = call;
    // The call timed out or was cancelled, but the handler is still running: its outcome is stored.
    const isUnderWay = outcome !== null && thrown === signal.reason;
    settle(isUnderWay ? Promise.resolve(outcome).then(recordOutcome, recordRefusal) : recordRefusal(thrown));
    throw thrown;
  }
}

/** Returns the current response; null if its body is not a text, such as a stream. */
function readAnswer(call: Call, before: Readonly<Record<string, unknown>>): ReplayableAnswer | null {
  const { answer, exchange } = call;
  const own = answer.isHosted ? exchange.koa?.readAnswer() : answer;
  if (own === undefined || typeof (own.body ?? '') !== 'string') return null;
  const added = Object.entries(listHeaders(call)).filter(([name, value]) => before[name] !== value);
  return recordSuccess(own.status, Object.fromEntries(added), own.body as string | null);
}

function listHeaders({ answer, exchange }: Call): Readonly<Record<string, unknown>> {
  const headers: Record<string, unknown> = { ...exchange.koa?.readHeaders() };
  for (let index = 0; index < answer.headers.length; index += 2)
    headers[String(answer.headers[index]).toLowerCase()] = answer.headers[index + 1];
  return headers;
}

function replay({ answer }: Call, stored: ReplayableAnswer): undefined {
  if (stored.kind === 'secret') throw describeSecret(stored.id);
  answer.set('Idempotent-Replayed', 'true');
  if (stored.kind === 'refusal') throw new Refused(stored.refusal);
  if (stored.body === null) answer.sendNothing(stored.status);
  else answer.sendJson(stored.status, stored.body);
  setHeaders(answer, stored.headers);
}

function describeSecret(id: string | null): BuiltInError {
  if (id === null) return new BuiltInError('CONFLICT', 'idempotency.secret');
  return new BuiltInError('CONFLICT', 'idempotency.secretOf', { params: { id } });
}
