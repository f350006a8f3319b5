import { ApiError, isApiError } from './api-error.js';
import { CONNECTION_FAILED } from './network-messages.js';
import type { Operation } from './operation.js';
import { giveUp, type ResumableCallOptions } from './perform-call.js';
import { race } from './race.js';
import { readItem, reportEnd, throwFailure } from './read-item.js';
import { readLines, throwConnectionFailed } from './read-lines.js';
import type { Fail, Ok, Result } from './result.js';
import { computeRetryDelay } from './retry-delay.js';
import type { StreamCallOptions } from './stream-lines.js';
import type { Transport } from './transport.js';

/** The options of an event stream's call. Without `retries`, a stream that has begun survives any outage. */
export interface EventCallOptions extends StreamCallOptions {
  /** Resumes after the event with this id. */
  readonly lastEventId?: string | undefined;
}

/**
 * The events of a stream, for `for await`. After a broken connection the client reconnects and resumes after the last
 * event with an id; `break` and `signal` end the stream. Throws an `ApiError` if the server refuses the call, if no
 * connection can be made, or if `signal` aborts.
 */
export interface EventIterable<Event> extends AsyncIterable<Event> {
  /** The id of the last delivered event that has one. */
  readonly lastEventId: string | undefined;
}

export function streamEvents<Event>(
  transport: Transport,
  operation: Operation,
  input: object | undefined,
  options: EventCallOptions = {},
): EventIterable<Event> {
  const { signal } = options;
  let { lastEventId } = options;
  let retryMs = 0;
  /** The number of connections that have broken since the last event. */
  let broken = 0;

  /** Yields the events of one connection. Returns if the server marks the end, and throws otherwise. */
  async function* receive(result: Ok<ReadableStream<Uint8Array>>): AsyncGenerator<Event, void> {
    let fields: { [name: string]: string | undefined } = {};
    for await (const read of readLines(result.payload, signal)) {
      const line = read.replace(/\r$/, '');
      const { id, event, data, retry } = fields;
      if (line !== '') {
        const [, name = '', value = ''] = /^(\w*):? ?(.*)/s.exec(line) ?? [];
        fields[name] = name === 'data' && data !== undefined ? `${data}\n${value}` : value;
        continue;
      }
      fields = {};
      if (/^\d+$/.test(retry ?? '')) retryMs = Number(retry);
      if (data === undefined) continue;
      if (event === 'end') return;
      const item = readItem(data, result);
      if (event === 'error') throwFailure(item, result);
      lastEventId = id ?? lastEventId;
      broken = 0;
      yield item as Event;
    }
    throwConnectionFailed(undefined);
  }

  /**
   * Returns how long to wait after a failure that can pass, even after a long time: the server is unreachable, directly
   * or through its proxy, or asks to wait. Undefined for any other failure.
   */
  function waitOutOutage({ kind, status, message }: Fail, delay: number): number | undefined {
    const isOutage =
      kind === 'timeout' || message === CONNECTION_FAILED || /^(429|50[234])$/.test(`${status}`);
    return isOutage ? Math.max(retryMs, delay) : undefined;
  }

  async function* connect(): AsyncGenerator<Event, void> {
    for (broken = 0; ; ) {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId, ...options.headers };
      const retry = broken > 0 && options.retries === undefined ? waitOutOutage : undefined;
      const call: ResumableCallOptions = { ...options, headers, retry, ...(retry && { deadline: Infinity }) };
      const result = await transport<Result<ReadableStream<Uint8Array>>>(operation, input, call);
      if (result.status === 204) return;
      if (!result.success) throw new ApiError(result);
      try {
        return yield* receive(result);
      } catch (error) {
        const isBroken = isApiError(error) && /^[nt]/.test(error.kind) && operation.idempotent !== false;
        if (!isBroken) throw await reportEnd(transport, operation, error);
        const delay = Math.max(retryMs, computeRetryDelay(error.fail, ++broken, true));
        const end = await race(() => new Promise(() => {}), delay, signal);
        if (end === 'aborted')
          throw await reportEnd(transport, operation, new ApiError(giveUp(end, 0, signal)));
      }
    }
  }

  return {
    get lastEventId() {
      return lastEventId;
    },
    [Symbol.asyncIterator]: connect,
  };
}
