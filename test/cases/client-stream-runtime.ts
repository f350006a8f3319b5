
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

function streamEvents<Event>(
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

/** The options of a stream's call. `timeout` and `retries` apply until the response begins. */
export interface StreamCallOptions extends Omit<CallOptions, 'deadline' | 'idempotencyKey'> {}

/**
 * The lines of a stream, for `for await`; `break` and `signal` end it. Throws an `ApiError` if the server refuses the
 * call, if the stream breaks, or if `signal` aborts.
 */
export async function* streamLines<Line>(
  transport: Transport,
  operation: Operation,
  input: object | undefined,
  options?: StreamCallOptions,
): AsyncGenerator<Line, void> {
  const headers = { Accept: 'application/jsonl', ...options?.headers };
  const result = await transport<Result<ReadableStream<Uint8Array>>>(operation, input, {
    ...options,
    headers,
  });
  if (!result.success) throw new ApiError(result);
  try {
    for await (const line of readLines(result.payload, options?.signal)) {
      // A heartbeat.
      if (line === '') continue;
      const item = readItem(line, result);
      throwFailure(item, result);
      yield item as Line;
    }
  } catch (error) {
    throw await reportEnd(transport, operation, error);
  }
}

/** A connection without even a heartbeat, which the server sends every 15 s, is broken. */
const SILENCE_MS = 45_000;

/** Yields the lines of a body as they arrive. Throws an `ApiError` if the body breaks or `signal` aborts. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const read = await race(() => reader.read(), SILENCE_MS, signal).catch(throwConnectionFailed);
      if (typeof read === 'string') throw new ApiError(giveUp(read, SILENCE_MS, signal));
      if (read.done) return rest === '' ? undefined : throwConnectionFailed(undefined);
      const text = decoder.decode(read.value, { stream: true });
      // Only the new text is searched, so that a long line is flattened once, when it is complete.
      const [first = '', ...lines] = text.split('\n');
      rest += first;
      for (const line of lines) {
        yield rest;
        rest = line;
      }
    }
  } finally {
    // The body may be broken, which is already reported.
    reader.cancel().catch(() => {});
  }
}

function throwConnectionFailed(cause: unknown): never {
  throw new ApiError({ success: false, kind: 'network', message: CONNECTION_FAILED, errors: [], cause });
}

/** Parses a JSON document of a stream. Throws an `ApiError` if it is invalid. */
function readItem(text: string, { status, headers }: Ok<unknown>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = 'An item of the stream cannot be parsed.';
    throw new ApiError({ success: false, kind: 'parse', message, errors: [], body: text, status, headers });
  }
}

/** Throws an `ApiError` for a failure that ends a stream: an envelope with a status. */
function throwFailure(item: unknown, { headers }: Ok<unknown>): void {
  const envelope: { success?: unknown; status?: unknown; message?: unknown; errors?: unknown } = Object(item);
  const { status, message } = envelope;
  if (envelope.success !== false || typeof status !== 'number' || typeof message !== 'string') return;
  const errors = Array.isArray(envelope.errors) ? (envelope.errors as FieldError[]) : [];
  throw new ApiError({ success: false, kind: 'failure', message, errors, status, headers });
}

/** Passes the error that ends a stream to `onFailure`. Resolves with the error, which the caller throws. */
async function reportEnd(
  { onFailure }: Transport,
  operation: Operation,
  error: unknown,
): Promise<unknown> {
  if (isApiError(error)) await onFailure?.(error.fail, operation);
  return error;
}
