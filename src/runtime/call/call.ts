import type { Readable } from 'node:stream';
import type { Principal } from '../../definition/config.js';
import type { ResponseOptions } from '../../definition/context.js';
import type { KeyRecord } from '../../keys/api-keys.js';
import type { IdempotentRequest } from '../../keys/keyring.js';
import { formatInEnglish } from '../../protocol/messages.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Exchange } from '../exchange.js';
import type { Gate } from '../overload/create-gate.js';
import type { Answer } from '../respond/answer.js';
import type { FormatMessage } from '../respond/fail.js';
import type { Content } from '../respond/open-content.js';
import type { Route } from '../route-table.js';

/** The initial values of a call. */
export type CallStart = Pick<Call, 'exchange' | 'answer' | 'requestId' | 'address' | 'isApi'>;

/** The state of one request, collected from guard to guard. */
export class Call {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly requestId: string;
  /** The caller's address, with IPv4-mapped IPv6 addresses as IPv4; empty if unknown. */
  readonly address: string;
  /** Whether the request is for the API, rather than for pages, probes or nothing. */
  readonly isApi: boolean;
  route: Route | null = null;
  /** The values of the route's path parameters, as sent. */
  captures: readonly string[] = NONE;
  principal: Principal | null = null;
  apiKey: KeyRecord | null = null;
  /** The hash of `apiKey`. */
  keyHash: string | null = null;
  /** The id of the key that was refused. */
  refusedKeyId: string | null = null;
  /** Whether the guards that check the caller have admitted the call. */
  isAuthorized = false;
  /** Set once the call holds the claim on its `Idempotency-Key`. */
  idempotencyClaim: IdempotentRequest | undefined = undefined;
  /** The language of the response. */
  locale = 'en';
  /** Translates the package's own messages into that language. */
  formatMessage: FormatMessage = formatInEnglish;
  /** The body's value as sent, before decoding. */
  body: unknown = undefined;
  input: unknown = undefined;
  /** The result of the procedure, even if it exceeds its timeout; null before it runs. */
  outcome: Outcome | null | Promise<Outcome | null> = null;
  /** The overload gate if the call holds a place in it; null while it waits for its caller or was not admitted. */
  gate: Gate | null = null;
  #controller: AbortController | undefined;
  #endListeners: (() => void)[] | undefined;

  constructor({ exchange, answer, requestId, address, isApi }: CallStart) {
    this.exchange = exchange;
    this.answer = answer;
    this.requestId = requestId;
    this.address = address;
    this.isApi = isApi;
  }

  /** Aborted when the caller disconnects or the timeout expires. Created lazily: most handlers never use it. */
  get signal(): AbortSignal {
    this.#controller ??= this.#createController();
    return this.#controller.signal;
  }

  /** Whether the signal is aborted. Does not create it. */
  get isAborted(): boolean {
    return this.#controller?.signal.aborted ?? false;
  }

  /** Aborts the signal, even if it is read only later. */
  abort(reason: unknown): void {
    this.#controller ??= this.#createController();
    this.#controller.abort(reason);
  }

  /** Whether `thrown` only means that the caller has disconnected. */
  isDisconnected(thrown: unknown): boolean {
    return this.signal.reason?.code === CALLER_DISCONNECTED && this.isEnded(thrown);
  }

  /** Whether `thrown` only means that the call ended before its handler. */
  isEnded(thrown: unknown): boolean {
    const { aborted, reason } = this.signal;
    return aborted && (thrown === reason || isAbortError(thrown));
  }

  /** Gives the place in the overload gate back, if the call holds one. */
  releasePlace(): void {
    const { gate } = this;
    this.gate = null;
    gate?.leave();
  }

  /** Calls `listener` when the call is over, including its response. */
  onEnd(listener: () => void): void {
    this.#endListeners ??= [];
    this.#endListeners.push(listener);
  }

  /** Ends the call. */
  end(): void {
    for (const listener of this.#endListeners ?? []) listener();
    this.#endListeners = undefined;
  }

  #createController(): AbortController {
    const controller = new AbortController();
    this.exchange.onDisconnect(() => controller.abort(createCallerDisconnected()));
    return controller;
  }
}

const NONE: readonly string[] = [];

const CALLER_DISCONNECTED = 'CLIENT_CLOSED_REQUEST';

export function createCallerDisconnected(cause?: unknown): ProcedureError {
  return new ProcedureError(CALLER_DISCONNECTED, 'The caller disconnected.', { cause });
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
  /** The bytes to send instead of a text. */
  readonly content?: Content;
  /** The stream to send instead of a text. */
  readonly stream?: OpenedStream;
  /** The `Location` of a redirect. */
  readonly location?: string;
}

/** A stream that has something to send. */
export interface OpenedStream {
  readonly contentType: string;
  /** Null for a HEAD request. */
  readonly body: Readable | null;
}
