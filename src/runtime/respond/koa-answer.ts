import type Koa from 'koa';
import type { Answer } from './answer.js';
import { sendJson, sendNothing } from './send.js';

/** The answer of a call that has a Koa context, where middleware of others sees it and can change it. */
export class KoaAnswer implements Answer {
  readonly #ctx: Koa.Context;

  constructor(ctx: Koa.Context) {
    this.#ctx = ctx;
  }

  add(headers: readonly string[]): void {
    const { res } = this.#ctx;
    // Not `ctx.set`, which for each of them asks again whether the headers are on their way.
    for (let index = 0; index < headers.length; index += 2) {
      res.setHeader(headers[index] as string, headers[index + 1] as string);
    }
  }

  set(name: string, value: string): void {
    this.#ctx.set(name, value);
  }

  remove(name: string): void {
    this.#ctx.remove(name);
  }

  vary(field: string | readonly string[]): void {
    this.#ctx.vary(field as string | string[]);
  }

  sendJson(status: number, text: string): void {
    sendJson(this.#ctx, status, text);
  }

  sendNothing(status: number): void {
    sendNothing(this.#ctx, status);
  }
}
