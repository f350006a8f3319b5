import { encodeBody } from './encode-body.js';
import { encodePath } from './encode-path.js';
import { encodeQuery } from './encode-query.js';
import type { Operation } from './operation.js';
import type { CallOptions, TransportOptions } from './options.js';
import { race } from './race.js';
import type { Fail, Result } from './result.js';
import { computeRetryDelay } from './retry-delay.js';
import { sendRequest } from './send-request.js';
import type { TransportSession } from './transport-session.js';

/** The options of any call, and of one that resumes a stream. */
export interface ResumableCallOptions extends CallOptions {
  /**
   * Returns how long to wait after a failure before an attempt that does not count as one of `retries`, which would
   * wait for `delay`. Undefined: the rules of any call apply.
   */
  readonly retry?: ((fail: Fail, delay: number) => number | undefined) | undefined;
}

/** Performs one call: makes attempts until one succeeds, none is left, or another would not help. */
export async function performCall<Payload>(
  options: TransportOptions,
  session: TransportSession,
  operation: Operation,
  input: object | undefined,
  call: ResumableCallOptions,
): Promise<Result<Payload>> {
  const { signal } = call;
  const rest = { __proto__: null, ...input };
  const path = `${options.baseUrl.replace(/\/+$/, '')}/api${encodePath(operation.path, rest)}`;
  const isJson = operation.body === true || (operation.body && input);
  const body = isJson ? encodeBody(rest) : operation.form?.(rest);
  const url = body ? path : path + encodeQuery(rest);
  const { method, idempotent = /^[GD]|PUT/.test(method) || null } = operation;
  const timeout = call.timeout ?? options.timeout ?? 30_000;
  const retries = call.retries ?? options.retries ?? 2;
  const end = performance.now() + (call.deadline ?? options.deadline ?? Infinity);
  const timeLeft = () => Math.min(timeout, end - performance.now());
  for (let attempt = 0, isRenewed = !(call.refresh ?? options.refresh); ; ) {
    const { age } = session;
    const ms = timeLeft();
    const request = { operation, attempt, url, headers: new Headers(), body };
    const outcome = await race((inner) => sendRequest<Payload>(options, call, request, inner), ms, signal);
    const result = typeof outcome === 'string' ? giveUp(outcome, ms, signal) : outcome;
    if (result.success) return result;
    let isRetried = false;
    if (result.status === 401 && !isRenewed) {
      isRenewed = true;
      isRetried = (await race(() => session.renew(age), timeLeft(), signal)) === true;
    } else {
      let delay = computeRetryDelay(result, ++attempt, idempotent ?? !!call.idempotencyKey);
      delay = call.retry?.(result, delay) ?? (attempt <= retries && delay <= 60_000 ? delay : Infinity);
      isRetried =
        performance.now() + delay < end &&
        (await race(() => new Promise(() => {}), delay, signal)) === 'timeout';
    }
    if (!isRetried) {
      const fail = signal?.aborted ? giveUp('aborted', 0, signal) : result;
      await options.onFailure?.(fail, operation);
      return fail;
    }
  }
}

export function giveUp(kind: 'timeout' | 'aborted', ms: number, signal: AbortSignal | undefined): Fail {
  return {
    success: false,
    kind,
    message: kind === 'aborted' ? 'The call was aborted.' : `No response within ${Math.round(ms)} ms.`,
    errors: [],
    cause: signal?.reason,
  };
}
