import * as z from 'zod';
import type { Context, Merge, Protected, WithResponse } from '../definition/context.js';
import type { Metadata, OpenApiMetadata } from '../definition/metadata.js';
import type { Handler, Middleware, ProcedureDefinition } from '../definition/procedure-definition.js';
import type { InputOf, OutputOf, Schema } from '../definition/schema.js';
import { BUILDER, PROCEDURE } from '../protocol/brand.js';
import { type CallRequest, callProcedure } from './call-procedure.js';
import { expectSchema } from './expect-schema.js';

// biome-ignore lint/suspicious/noExplicitAny: accepts every procedure, whatever its types.
type Any = any;

/** A finished procedure. The type parameters are the caller's input, the output, and the context that it needs. */
export interface Procedure<Input = Any, Output = Any, Ctx = Any> {
  readonly [PROCEDURE]: true;
  readonly definition: ProcedureDefinition;
  /** Runs the procedure without HTTP, as in unit tests: input validation, middleware, handler, output validation. */
  call(request: CallRequest<Input, Ctx>): Promise<Output>;
}

/** `true` if `M` sets `openapi.protect` to true; `Before` if `M` does not set it. */
export type ProtectOf<M extends Metadata, Before> = M extends { openapi: { protect: infer IsProtected } }
  ? IsProtected
  : Before;

/** The intersection of two inputs; the second alone if there is no first. */
export type IntersectInputs<Left, Right> = [Left] extends [undefined] ? Right : Left & Right;

/**
 * Builds a procedure step by step. Every step returns a new builder, so builders can be shared. The type parameters:
 * the context, the input as sent and as parsed, the output schema, and `protect`.
 */
export interface ProcedureBuilder<Ctx, Sent, Parsed, Output extends Schema | undefined, IsProtected> {
  /** Adds metadata. Keys that were set before are kept unless set again, also inside `openapi`. */
  meta<const M extends Metadata>(
    metadata: M,
  ): ProcedureBuilder<WithResponse<Ctx, M>, Sent, Parsed, Output, ProtectOf<M, IsProtected>>;
  /** Adds a middleware. */
  use<Extra extends object>(
    middleware: Middleware<Parsed, Protected<Ctx, IsProtected>, Extra>,
  ): ProcedureBuilder<Merge<Ctx, Extra>, Sent, Parsed, Output, IsProtected>;
  /** Sets the input schema. A second schema is intersected with the first. */
  input<S extends Schema>(
    schema: S,
  ): ProcedureBuilder<
    Ctx,
    IntersectInputs<Sent, InputOf<S>>,
    IntersectInputs<Parsed, OutputOf<S>>,
    Output,
    IsProtected
  >;
  /** Sets the output schema. Handlers return its input type; callers get its output type. */
  output<S extends Schema>(schema: S): ProcedureBuilder<Ctx, Sent, Parsed, S, IsProtected>;
  /** Creates a procedure that changes nothing. */
  query(
    handler: Handler<Parsed, Protected<Ctx, IsProtected>, HandlerResult<Output>>,
  ): Procedure<Sent, OutputOf<Output>, Ctx>;
  /** Creates a procedure that may change something. */
  mutation(
    handler: Handler<Parsed, Protected<Ctx, IsProtected>, HandlerResult<Output>>,
  ): Procedure<Sent, OutputOf<Output>, Ctx>;
}

/** The type that a handler returns: the input type of the output schema, or anything if there is no schema. */
export type HandlerResult<Output> = Output extends Schema ? z.input<Output> : unknown;

/**
 * Creates a builder whose `ctx` also has the application's context: what `context` in the config returns, and the
 * fields that its `authenticate` puts on `user`.
 */
export function createProcedure<AppContext extends object = object>(): ProcedureBuilder<
  Merge<Context, AppContext>,
  undefined,
  undefined,
  undefined,
  false
> {
  return createBuilder({
    meta: {},
    inputs: [],
    output: undefined,
    middlewares: [],
    hasProtectedMiddleware: false,
  }) as Any;
}

/** The builder of procedures that need no context from the application. */
export const procedure = createProcedure();

interface BuilderState {
  readonly meta: Metadata;
  readonly inputs: readonly Schema[];
  readonly output: Schema | undefined;
  readonly middlewares: readonly Middleware<Any, Any, object>[];
  readonly hasProtectedMiddleware: boolean;
}

function createBuilder(state: BuilderState): ProcedureBuilder<Any, Any, Any, Any, Any> {
  const finish = (kind: 'query' | 'mutation') => (handler: Handler<Any, Any, unknown>) =>
    createProcedureFrom({
      kind,
      meta: state.meta,
      input: intersect(state.inputs),
      output: state.output,
      middlewares: state.middlewares,
      hasProtectedMiddleware: state.hasProtectedMiddleware,
      handler,
    });
  const builder: ProcedureBuilder<Any, Any, Any, Any, Any> & { readonly [BUILDER]: Metadata } = {
    meta: (metadata) => createBuilder({ ...state, meta: mergeMetadata(state.meta, expectObject(metadata)) }),
    use: (middleware) =>
      createBuilder({
        ...state,
        middlewares: [...state.middlewares, middleware],
        hasProtectedMiddleware: state.hasProtectedMiddleware || state.meta.openapi?.protect === true,
      }),
    input: (schema) =>
      createBuilder({ ...state, inputs: [...state.inputs, expectSchema('.input()', schema)] }),
    output: (schema) => createBuilder({ ...state, output: expectSchema('.output()', schema) }),
    query: finish('query'),
    mutation: finish('mutation'),
    // Lets a build tell an unfinished chain from other exports of a file.
    [BUILDER]: state.meta,
  };
  return builder;
}

function createProcedureFrom(definition: ProcedureDefinition): Procedure {
  return { [PROCEDURE]: true, definition, call: (request) => callProcedure(definition, request) };
}

function expectObject(metadata: unknown): Metadata {
  if (typeof metadata === 'object' && metadata !== null) return metadata as Metadata;
  throw new TypeError(`.meta() takes an object, not ${String(metadata)}.`);
}

function mergeMetadata(before: Metadata, added: Metadata): Metadata {
  const openapi: OpenApiMetadata = { ...before.openapi, ...added.openapi };
  const merged: Metadata = { ...before, ...added };
  return before.openapi || added.openapi ? { ...merged, openapi } : merged;
}

function intersect(schemas: readonly Schema[]): Schema | undefined {
  const [first, ...rest] = schemas;
  return rest.reduce<Schema | undefined>(
    (left, right) => (left ? z.intersection(left, right) : right),
    first,
  );
}
