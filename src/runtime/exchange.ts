import type { OutgoingHttpHeader } from 'node:http';
import type { KoaContext } from '../definition/koa-context.js';

/** A request as its host received it, and all that the core sees of a host. */
export interface Exchange {
  readonly method: string;
  /** The request target as sent. */
  readonly url: string;
  /** The path of the target as the host sees it, possibly rewritten; with the prefix, not decoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly querystring: string;
  /** Keyed by lower-case name; repeated headers are joined as Node does. */
  readonly headers: RequestHeaders;
  /** The remote address, of the caller or a proxy. Undefined if the host does not tell; empty for a Unix socket. */
  readonly peerAddress: string | undefined;
  readonly isEncrypted: boolean;
  readonly body: RequestBody;
  /** The Koa application that is the host; null under any other host. */
  readonly koa: KoaHost | null;
  /** Whether a header, named in lower case, was repeated and `headers` does not show it. */
  isRepeated(name: string): boolean;
  /** Calls `listener` if the caller disconnects before the response is complete; immediately if it already has. */
  onDisconnect(listener: () => void): void;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The body of a request. It may be left unread. */
export interface RequestBody {
  /** Whether a body was sent, even an empty one. */
  readonly isSent: boolean;
  /** Whether all of it has arrived. */
  readonly isComplete: boolean;
  /**
   * Returns the whole body if it arrived together with the head, else undefined; a promise if that is not known yet.
   * Throws, or rejects with, a PAYLOAD_TOO_LARGE for a `Content-Length` above `limitBytes`.
   */
  readArrived(limitBytes: number): Buffer | undefined | Promise<Buffer | undefined>;
  /**
   * Reads a body that is arriving, and reports the size of each chunk. Rejects with a PAYLOAD_TOO_LARGE that closes the
   * connection, a BAD_REQUEST if the length differs from `Content-Length`, or a CLIENT_CLOSED_REQUEST.
   */
  read(limitBytes: number, onBytes: (count: number) => void): Promise<Buffer>;
  /**
   * Reads a body chunk by chunk, with backpressure: waits for `onChunk` before the next chunk. It may take longer than
   * the host permits for other bodies. Rejects as `read` does, and with the errors of `onChunk`.
   */
  readChunks(limitBytes: number, onChunk: (chunk: Uint8Array) => undefined | Promise<void>): Promise<void>;
  /** Whether, as far as is known, nothing else uses the chunks of `readChunks`, so `onChunk` may free their memory. */
  readonly ownsChunks: boolean;
  /** Stops reading. The connection closes after the response. */
  stop(): void;
}

/** Found by method and path; the first match applies. */
export interface Entry {
  /** In the router's form, without the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The name of the procedure; absent for the package's own endpoints. */
  readonly name?: string | undefined;
}

/** The Koa application around a call. */
export interface KoaHost {
  /** Koa's context, which is `ctx.koa`. */
  readonly context: KoaContext;
  /** Sets headers, names and values alternating, where the handler and middleware see them. */
  setHeaders(headers: readonly OutgoingHttpHeader[]): void;
  /** Sets the matched route on Koa's context, as @koa/router does. */
  setMatchedRoute(entry: Entry, captures: readonly string[]): void;
  /** Returns the headers that are already set on the response. */
  readHeaders(): Readonly<Record<string, number | string | readonly string[] | undefined>>;
  /**
   * Whether the handler has responded through Koa itself: with a raw response or, if it has no output, with a body such
   * as a stream.
   */
  isAnswered(hasOutput: boolean): boolean;
  /** Calls `listener` when the response has been written, or never will be. */
  onFinish(listener: () => void): void;
  /** Returns the current status of the response. */
  readStatus(): number;
  /** Returns the response if it can be stored: a text, or null for no body; undefined for any other body. */
  readAnswer(): { readonly status: number; readonly body: string | null } | undefined;
}
