import { MAX_ITEMS } from '../../examples/generation-context.js';
import { makeValue } from '../../examples/make-value.js';
import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';
import { createRandom } from '../../examples/random.js';
import type { Operation } from '../operation.js';
import type { TransportOptions } from '../options.js';
import type { FieldError } from '../result.js';
import { createTransport, type Transport } from '../transport.js';

/** The options of a mock client. The other options are those of the real client, including retries and timeouts. */
export interface MockTransportOptions extends Partial<Omit<TransportOptions, 'fetch'>> {
  /** The same seed, input and day give the same response, in any order of calls; 1 when absent. */
  readonly seed?: number | undefined;
  /** Dates in responses are within the 30 days before this one (UTC); today when absent. */
  readonly now?: Date | undefined;
  /** The delay of a response, in milliseconds; 0 when absent. */
  readonly latency?: number | undefined;
}

/** Returns an operation's response instead of generated data. Throw a `MockFailure` to let the call fail with it. */
export type MockAnswer<Input, Payload> = (input: Input) => Payload | Promise<Payload>;

/** A failure as the server would send it. */
export class MockFailure extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** The mock's description of an operation. */
export interface MockOperation {
  /** Such as `items.list`. */
  readonly name: string;
  readonly status: number;
  /** The schema of a JSON body. */
  readonly schema?: MockSchema;
  /** The type of a body of bytes. */
  readonly contentType?: string;
  /** The format of a stream; `schema` is that of each item. */
  readonly stream?: 'events' | 'lines';
}

/** The mock's description of its service; operations by their method and path. */
export interface MockService {
  readonly operations: { readonly [route: string]: MockOperation };
  readonly schemas: MockSchemas;
}

const DAY_MS = 24 * 3_600_000;

/** Creates a transport that makes up responses; `answers` are by operation name. */
export function answerCalls(
  { operations, schemas }: MockService,
  { seed = 1, now = new Date(), latency = 0, baseUrl = 'http://mock.invalid', ...rest }: MockTransportOptions,
  answers: object,
): Transport {
  const nowMs = now.getTime() - (now.getTime() % DAY_MS);
  const overrides = answers as { readonly [name: string]: MockAnswer<unknown, unknown> | undefined };
  const transport: Transport = (operation, input, call) => {
    const mock = operations[`${operation.method} ${operation.path}`];
    const answer = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
      if (latency > 0) await wait(latency, init.signal);
      if (!mock) return sendJson(404, { success: false, message: 'The mock has no such operation.' });
      const override = Object.hasOwn(overrides, mock.name) ? overrides[mock.name] : undefined;
      const lastEventId = new Headers(init.headers).get('last-event-id');
      if (override) return sendOverride(mock, operation, () => override(input), lastEventId);
      if (mock.contentType) return sendBytes(mock, new Blob([`The bytes of ${mock.name}.`]));
      if (!mock.schema) return new Response(null, { status: mock.status });
      const random = createRandom([seed, init.method, url, init.body].join(' '));
      const context = { random, schemas, depth: 0, nowMs, maxItems: readLimit(input) };
      const { schema } = mock;
      if (mock.stream) {
        const items = Array.from({ length: STREAMED_ITEMS }, () => makeValue(schema, context));
        return sendStream(mock, items, lastEventId);
      }
      return sendJson(mock.status, makeValue(schema, context));
    };
    return createTransport({ ...rest, baseUrl, fetch: answer })(operation, input, call);
  };
  return Object.assign(transport, { baseUrl, onFailure: rest.onFailure });
}

/** The names of inputs that request a number of items. */
const LIMIT_INPUTS = ['limit', 'pageSize', 'perPage', 'take', 'first'];

function readLimit(input: unknown): number {
  const given = Object.entries(input ?? {}).filter(([name]) => LIMIT_INPUTS.includes(name));
  const limits = given.flatMap(([, value]) => (typeof value === 'number' ? [Math.floor(value)] : []));
  return Math.max(0, Math.min(MAX_ITEMS, ...limits));
}

async function sendOverride(
  operation: MockOperation,
  { answer }: Operation,
  override: () => unknown,
  lastEventId: string | null,
): Promise<Response> {
  const { status } = operation;
  try {
    const payload = await override();
    if (operation.stream) return sendStream(operation, payload as readonly unknown[], lastEventId);
    if (answer === 'blob') return sendBytes(operation, payload as Blob);
    if (answer === 'empty') return new Response(null, { status });
    return sendJson(status, answer === 'plain' ? payload : { success: true, payload });
  } catch (error) {
    if (!(error instanceof MockFailure)) throw error;
    const { message, errors } = error;
    return sendJson(error.status, { success: false, message, errors });
  }
}

function sendBytes({ status, contentType = '' }: MockOperation, bytes: Blob): Response {
  return new Response(bytes, { status, headers: { 'content-type': bytes.type || contentType } });
}

/** The number of items in a generated stream. */
const STREAMED_ITEMS = 3;

/** Sends all items and the end at once. The ids of events count from 1; those up to `lastEventId` are left out. */
function sendStream(
  { status, stream }: MockOperation,
  items: readonly unknown[],
  lastEventId: string | null,
): Response {
  const isEvents = stream === 'events';
  const printed = items.map((item, index) =>
    isEvents ? `id: ${index + 1}\ndata: ${JSON.stringify(item)}\n\n` : `${JSON.stringify(item)}\n`,
  );
  const rest = isEvents ? printed.slice(Number(lastEventId) || 0) : printed;
  const end = isEvents ? 'event: end\ndata: {"success":true}\n\n' : '';
  const headers = { 'content-type': isEvents ? 'text/event-stream' : 'application/jsonl' };
  return new Response(rest.join('') + end, { status, headers });
}

function sendJson(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Rejects as soon as the signal aborts, and leaves no timer behind. */
function wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
