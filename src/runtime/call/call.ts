import type { Readable } from 'node:stream';
import type { Principal } from '../../definition/config.js';
import type { ResponseOptions } from '../../definition/context.js';
import type { KeyRecord } from '../../keys/api-keys.js';
import type { Once } from '../../keys/keyring.js';
import { wordInEnglish } from '../../protocol/messages.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Exchange } from '../exchange.js';
import type { Gate } from '../overload/create-gate.js';
import type { Answer } from '../respond/answer.js';
import type { Word } from '../respond/fail.js';
import type { Content } from '../respond/open-content.js';
import type { Route } from '../route-table.js';

/** What a call begins with. */
export type CallStart = Pick<Call, 'exchange' | 'answer' | 'requestId' | 'address' | 'isApi'>;

/** What one request gathers on its way from guard to guard. */
export class Call {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly requestId: string;
  /** The caller's address, without the clothing of IPv6; empty where nobody told it. */
  readonly address: string;
  /** Whether what is asked for is the API's, and not the pages', the probes' or nobody's. */
  readonly isApi: boolean;
  route: Route | null = null;
  /** What the path has where the route has parameters, as it was sent. */
  captures: readonly string[] = NONE;
  principal: Principal | null = null;
  apiKey: KeyRecord | null = null;
  /** The hash of that key. */
  keyHash: string | null = null;
  /** The id of the key that it was refused for. */
  refusedKeyId: string | null = null;
  /** Whether the guards that ask who calls have let it in. */
  isLetIn = false;
  /** The call, once it holds the claim on its `Idempotency-Key`. */
  claimed: Once | undefined = undefined;
  /** The language of the answer. */
  locale = 'en';
  /** Says the package's own messages in that language. */
  word: Word = wordInEnglish;
  /** The body's value as it was sent, before anything is decoded. */
  body: unknown = undefined;
  input: unknown = undefined;
  /** What the procedure comes to, also once it has outlasted its time; null before it runs. */
  outcome: Outcome | null | Promise<Outcome | null> = null;
  /** The overload gate while the call holds a place in it; null while it waits for its caller, or was not admitted. */
  gate: Gate | null = null;
  #controller: AbortController | undefined;
  #ends: (() => void)[] | undefined;

  constructor({ exchange, answer, requestId, address, isApi }: CallStart) {
    this.exchange = exchange;
    this.answer = answer;
    this.requestId = requestId;
    this.address = address;
    this.isApi = isApi;
  }

  /** Aborted when the caller goes away or the time is up. Made when it is first asked for: most handlers never do. */
  get signal(): AbortSignal {
    this.#controller ??= this.#createController();
    return this.#controller.signal;
  }

  /** Whether the signal is aborted, be it that nobody asked for it. */
  get isAborted(): boolean {
    return this.#controller?.signal.aborted ?? false;
  }

  /** Aborts what is told of it, now or as soon as it asks. */
  abort(reason: unknown): void {
    this.#controller ??= this.#createController();
    this.#controller.abort(reason);
  }

  /** Whether `thrown` only says that the caller has gone away. */
  isGone(thrown: unknown): boolean {
    return this.signal.reason?.code === CALLER_GONE && this.isEnded(thrown);
  }

  /** Whether `thrown` only says that the call is over before its handler was. */
  isEnded(thrown: unknown): boolean {
    const { aborted, reason } = this.signal;
    return aborted && (thrown === reason || isAbortError(thrown));
  }

  /** Gives the place in the overload gate back, if the call holds one. */
  leaveGate(): void {
    const { gate } = this;
    this.gate = null;
    gate?.leave();
  }

  /** Calls `listener` when the call is over, its answer included. */
  onEnd(listener: () => void): void {
    this.#ends ??= [];
    this.#ends.push(listener);
  }

  /** The call is over. */
  end(): void {
    for (const listener of this.#ends ?? []) listener();
    this.#ends = undefined;
  }

  #createController(): AbortController {
    const controller = new AbortController();
    this.exchange.onGone(() => controller.abort(createCallerGone()));
    return controller;
  }
}

const NONE: readonly string[] = [];

const CALLER_GONE = 'CLIENT_CLOSED_REQUEST';

export function createCallerGone(cause?: unknown): ProcedureError {
  return new ProcedureError(CALLER_GONE, 'The caller went away.', { cause });
}

function isAbortError(thrown: unknown): boolean {
  try {
    return (thrown as Error | undefined)?.name === 'AbortError';
  } catch {
    return false;
  }
}

/** The success of a procedure, as it is sent. */
export interface Outcome {
  readonly status: number;
  /** A JSON document; null for no body. */
  readonly text: string | null;
  readonly response: ResponseOptions;
  /** The bytes that are sent in place of a text. */
  readonly content?: Content;
  /** The stream that is sent in place of a text. */
  readonly stream?: OpenedStream;
  /** The `Location` of a redirect. */
  readonly location?: string;
}

/** A stream that has something to send. */
export interface OpenedStream {
  readonly contentType: string;
  /** Null where only the headers are asked for. */
  readonly body: Readable | null;
}
