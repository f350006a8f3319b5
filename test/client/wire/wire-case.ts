import type { CallOptions, Fail, Operation, TransportOptions } from '../../../src/client/index.js';

/** Ends the connection in good order. What every answer ends with that says nothing else. */
export const END = Symbol('end');
/** Resets the connection. */
export const RESET = Symbol('reset');
/** Leaves the connection open without another word. */
export const HOLD = Symbol('hold');
/** Leaves the connection open for the next request. */
export const KEEP = Symbol('keep');

/** What the server does next: text and bytes go out as they are, a number is a wait in milliseconds. */
export type Step = string | Uint8Array | number | typeof END | typeof RESET | typeof HOLD | typeof KEEP;

/** The answer to one request, which may depend on the request's head (its lines, names in lower case) and body. */
export type WireAnswer = readonly Step[] | ((head: string, body: string) => readonly Step[]);

/** The operations that are called: each kind of answer, and methods that are tried again or not. */
export const OPERATIONS = {
  list: { method: 'GET', path: '/things' },
  create: { method: 'POST', path: '/things', body: true },
  star: { method: 'POST', path: '/stars', body: true, answer: 'optional' },
  replace: { method: 'PUT', path: '/things', body: true, answer: 'plain' },
  check: { method: 'GET', path: '/health', answer: 'plain' },
  clear: { method: 'DELETE', path: '/things', answer: 'empty' },
} satisfies { readonly [name: string]: Operation };

/** What the caller sees. Numbers of milliseconds in messages are printed as `N ms`. */
export interface WireOutcome {
  readonly result: 'ok' | Fail['kind'] | 'rejected';
  readonly status?: number;
  readonly message?: string;
  /** A text longer than 200 characters is printed as its length. */
  readonly payload?: unknown;
  readonly errors?: readonly unknown[];
  readonly body?: unknown;
  /** The reason that the caller's signal was aborted with. */
  readonly reason?: string;
  /** How often the client sent the call; 1 when absent. */
  readonly tries?: number | 'any';
}

export type Runtime = `node-${number}` | 'bun' | 'deno' | 'chromium';

/** One misbehaviour of a server and what the caller must see, on every runtime. */
export interface WireCase {
  readonly name: string;
  /** The answers to the requests of this case in turn; the last one is repeated. */
  readonly answers: readonly WireAnswer[];
  readonly outcome: WireOutcome;
  /** `list` when absent. */
  readonly call?: keyof typeof OPERATIONS;
  /** Without retries unless it says so. */
  readonly transport?: Pick<TransportOptions, 'apiKey' | 'headers' | 'timeout' | 'deadline' | 'retries'>;
  readonly options?: Pick<CallOptions, 'timeout' | 'deadline' | 'retries' | 'idempotencyKey' | 'init'>;
  /** When the caller aborts, in milliseconds after the call. */
  readonly abortAfter?: number;
  /** Whether the transport can renew the key `old`; the new one is `new`. */
  readonly canRefresh?: boolean;
  /** What runtimes do otherwise, each by its nature. */
  readonly except?: readonly WireException[];
}

export interface WireException {
  readonly on: readonly Runtime[];
  readonly because: string;
  readonly outcome: WireOutcome;
  /** Whether the runtime may also do what is due elsewhere, for it depends on which of two things comes first. */
  readonly isRace?: boolean;
}

export function findException({ except = [] }: WireCase, runtime: Runtime): WireException | undefined {
  return except.find(({ on }) => on.includes(runtime));
}

/** What `runtime` owes in a case, as far as it is told; in a race what is due to the side that `seen` is on. */
export function dueOutcome(wireCase: WireCase, runtime: Runtime, seen?: WireOutcome): WireOutcome {
  const exception = findException(wireCase, runtime);
  const isElsewhere = exception?.isRace && seen?.result === wireCase.outcome.result;
  const { tries = 1, ...rest } = (isElsewhere ? wireCase : (exception ?? wireCase)).outcome;
  return tries === 'any' ? rest : { ...rest, tries };
}

/** What lets a page of another origin read the answer. */
const CROSS_ORIGIN = ['access-control-allow-origin: *', 'access-control-expose-headers: *'];

/** A status line and headers up to the blank line. Says that the connection ends, unless it is told otherwise. */
export function head(status: number | string, ...headers: readonly string[]): string {
  const connection = headers.some((line) => line.startsWith('connection:')) ? [] : ['connection: close'];
  return `${[`HTTP/1.1 ${status}`, ...CROSS_ORIGIN, ...connection, ...headers].join('\r\n')}\r\n\r\n`;
}

/** A whole answer whose length is told and after which the connection ends. */
export function say(
  status: number | string,
  body: string | Uint8Array = '',
  ...headers: readonly string[]
): readonly Step[] {
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  return [head(`${status} Said`, `content-length: ${length}`, ...headers), body];
}

export function sayJson(status: number, value: unknown, ...headers: readonly string[]): readonly Step[] {
  return say(status, JSON.stringify(value), 'content-type: application/json', ...headers);
}

export function sayOk(payload: unknown, ...headers: readonly string[]): readonly Step[] {
  return sayJson(200, { success: true, payload }, ...headers);
}

export function sayNo(status: number, ...headers: readonly string[]): readonly Step[] {
  return sayJson(status, { success: false, message: `No ${status}.` }, ...headers);
}

/** One chunk of a chunked body; the last one is empty. */
export function chunk(text = ''): string {
  return `${new TextEncoder().encode(text).length.toString(16)}\r\n${text}\r\n`;
}
