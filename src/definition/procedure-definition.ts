import type { Metadata } from './metadata.js';
import type { Schema } from './schema.js';

/** What a handler receives. */
export interface HandlerOptions<Input, Ctx> {
  readonly input: Input;
  readonly ctx: Ctx;
}

export type Handler<Input, Ctx, Result> = (options: HandlerOptions<Input, Ctx>) => Result | Promise<Result>;

/** Runs after the input is validated. What it passes to `next` is added to `ctx` for the rest of the chain. */
export type Middleware<Input, Ctx, Extra extends object> = (options: {
  readonly input: Input;
  readonly ctx: Ctx;
  readonly next: Next;
}) => Promise<MiddlewareResult<Extra>>;

export interface Next {
  (): Promise<MiddlewareResult<object>>;
  <Extra extends object>(addition: { ctx: Extra }): Promise<MiddlewareResult<Extra>>;
}

/** What `next` resolves to; a middleware returns it unchanged. `Extra` exists only in the type. */
export interface MiddlewareResult<Extra extends object> {
  readonly result: unknown;
  readonly extra?: Extra;
}

// biome-ignore lint/suspicious/noExplicitAny: accepts every middleware and handler, whatever its types.
type Any = any;

/** A procedure as plain data: what the compiler reads and the runtime runs. */
export interface ProcedureDefinition {
  readonly kind: 'query' | 'mutation';
  readonly meta: Metadata;
  /** The schema of the input; undefined when the procedure takes none. */
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
  readonly middlewares: readonly Middleware<Any, Any, object>[];
  /** Whether any middleware was added while `protect` was true, and so is typed for callers with a user. */
  readonly hasProtectedMiddleware?: boolean;
  readonly handler: Handler<Any, Any, unknown>;
}
