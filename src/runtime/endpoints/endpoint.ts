import type Koa from 'koa';

/** Something under `/api` that the package itself answers. */
export interface Endpoint {
  /** After the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: Koa.Middleware;
}
