import type { OutgoingHttpHeader } from 'node:http';
import type { KoaContext } from '../definition/koa-context.js';

/** One request as its host received it. The core sees nothing else of a host. */
export interface Exchange {
  readonly method: string;
  /** The target as it was sent. */
  readonly url: string;
  /** Of the target as the host sees it, who may have rewritten it; with the prefix, undecoded. */
  readonly path: string;
  /** Without its question mark. */
  readonly querystring: string;
  /** By lower-case names; one that was sent several times is joined as Node joins it. */
  readonly headers: RequestHeaders;
  /** The other end of the connection, the caller or a proxy. Undefined where the host does not tell; empty for a Unix socket. */
  readonly peerAddress: string | undefined;
  readonly isEncrypted: boolean;
  readonly body: RequestBody;
  /** The context of a Koa application that is the host; null under any other host. */
  readonly koa: KoaHost | null;
  /** Whether a header, named in lower case, was sent more than once where `headers` does not show it. */
  isRepeated(name: string): boolean;
  /** Calls `listener` when the caller goes away before the answer is complete; at once where that has happened. */
  onGone(listener: () => void): void;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The body of a request, which nobody has to read. */
export interface RequestBody {
  /** Whether one was sent, be it empty. */
  readonly isSent: boolean;
  /** Whether all of it has arrived. */
  readonly isComplete: boolean;
  /**
   * Gives the whole body where it arrived together with the head, and else undefined; a promise where that is not known
   * yet. Throws, or rejects with, a PAYLOAD_TOO_LARGE for one that says it is longer than `limitBytes`.
   */
  readArrived(limitBytes: number): Buffer | undefined | Promise<Buffer | undefined>;
  /**
   * Reads a body that is on its way, and tells of each piece how long it is. Rejects with a PAYLOAD_TOO_LARGE that closes
   * the connection, a BAD_REQUEST for one that is not as long as it says, or a CLIENT_CLOSED_REQUEST.
   */
  read(limitBytes: number, onBytes: (count: number) => void): Promise<Buffer>;
  /**
   * Reads a body piece by piece, as it comes: none before `take` is done with the one before. It may take longer than
   * other bodies, whose time the host limits. Rejects as `read` does, and with what `take` throws or rejects with.
   */
  readEach(limitBytes: number, take: (piece: Uint8Array) => undefined | Promise<void>): Promise<void>;
  /** Whether nobody else has the pieces of `readEach`, as far as is known, so that who takes them may give their memory back. */
  readonly hasOwnPieces: boolean;
  /** Nothing more of it is wanted: the connection closes after the answer. */
  stop(): void;
}

/** Something that is found by method and path. The first of those that fit is the one. */
export interface Entry {
  /** In the router's form, without the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The procedure's; the package's own endpoints have none. */
  readonly name?: string | undefined;
}

/** What a Koa application has around a call. */
export interface KoaHost {
  /** `ctx.koa`: Koa's context. */
  readonly context: KoaContext;
  /** Puts headers, names and values by turns, where the handler and middleware see them. */
  takeHeaders(headers: readonly OutgoingHttpHeader[]): void;
  /** Tells Koa's context which route was found, as @koa/router does. */
  showMatch(entry: Entry, captures: readonly string[]): void;
  /** The headers that the answer has already. */
  readHeaders(): Readonly<Record<string, number | string | readonly string[] | undefined>>;
  /**
   * Whether the handler has answered through Koa itself: by a raw response, or, where it has no output, by a body of its
   * own such as a stream.
   */
  isAnswered(hasOutput: boolean): boolean;
  /** Calls `listener` when the answer is written, or will never be. */
  onOver(listener: () => void): void;
  /** The status of the answer, as it is now. */
  readStatus(): number;
  /** What it answered with, as far as that can be kept: a text, or null for none; undefined for anything else. */
  readAnswer(): { readonly status: number; readonly body: string | null } | undefined;
}
