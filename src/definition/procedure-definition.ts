import type { Metadata } from './metadata.js';
import type { Schema } from './schema.js';

/** What a handler receives. */
export interface HandlerOptions<Input, Ctx> {
  readonly input: Input;
  readonly ctx: Ctx;
}

export type Handler<Input, Ctx, Result> = (options: HandlerOptions<Input, Ctx>) => Result | Promise<Result>;

/** Runs after the input is checked; what it gives to `next` is added to `ctx` from there on. */
export type Middleware<Input, Ctx, Extra extends object> = (options: {
  readonly input: Input;
  readonly ctx: Ctx;
  readonly next: Next;
}) => Promise<MiddlewareResult<Extra>>;

export interface Next {
  (): Promise<MiddlewareResult<object>>;
  <Extra extends object>(addition: { ctx: Extra }): Promise<MiddlewareResult<Extra>>;
}

/** What `next` resolves to, to be returned as it is. `Extra` lives in the type only. */
export interface MiddlewareResult<Extra extends object> {
  readonly result: unknown;
  readonly extra?: Extra;
}

// biome-ignore lint/suspicious/noExplicitAny: a place where every middleware and handler fits, whatever its types.
type Any = any;

/** A procedure as plain data: what the compiler reads and the runtime runs. */
export interface ProcedureDefinition {
  readonly kind: 'query' | 'mutation';
  readonly meta: Metadata;
  /** The one schema of the input; undefined when the procedure takes nothing. */
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
  readonly middlewares: readonly Middleware<Any, Any, object>[];
  /** Whether one of them was added while `protect` was true, and so is typed for callers with a user. */
  readonly hasProtectedMiddleware?: boolean;
  readonly handler: Handler<Any, Any, unknown>;
}
