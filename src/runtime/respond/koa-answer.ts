import type { ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Answer } from './answer.js';
import { endAtOnce } from './end-at-once.js';
import { addHeaders, holdHeaders } from './hold-headers.js';
import { sendJson, sendNothing } from './send.js';

/**
 * The answer of a call that has a Koa context, where middleware of others sees it and can change it. It asks Koa's
 * response, since its context finds each of its members there by name.
 */
export class KoaAnswer implements Answer {
  readonly #response: Koa.Response;
  readonly #res: ServerResponse;
  readonly #respond: (() => void) | undefined;

  /** `respond` lets Koa write what its context holds; absent where its application does so by itself. */
  constructor({ response, res }: Koa.Context, respond?: () => void) {
    this.#response = response;
    this.#res = res;
    this.#respond = respond;
    holdHeaders(res);
  }

  add(headers: readonly string[]): void {
    // Not Koa's `set`, which for each of them asks again whether the headers are on their way.
    addHeaders(this.#res, headers);
  }

  set(name: string, value: string): void {
    this.#response.set(name, value);
  }

  remove(name: string): void {
    if (this.#res.hasHeader(name)) this.#response.remove(name);
  }

  vary(field: string | readonly string[]): void {
    this.#response.vary(field as string | string[]);
  }

  sendJson(status: number, text: string): void {
    sendJson(this.#response, status, text);
    endAtOnce(this.#res);
  }

  sendNothing(status: number): void {
    sendNothing(this.#response, status);
  }

  finish(): void {
    this.#respond?.();
  }
}
