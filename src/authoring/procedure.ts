import * as z from 'zod';
import type { Context, Merge, Protected, WithResponse } from '../definition/context.js';
import type { Metadata, OpenApiMetadata } from '../definition/metadata.js';
import type { Handler, Middleware, ProcedureDefinition } from '../definition/procedure-definition.js';
import type { InputOf, OutputOf, Schema } from '../definition/schema.js';
import { BUILDER, PROCEDURE } from '../protocol/brand.js';
import { type CallRequest, callProcedure } from './call-procedure.js';
import { expectSchema } from './expect-schema.js';

// biome-ignore lint/suspicious/noExplicitAny: a place where every procedure fits, whatever its types.
type Any = any;

/** A finished procedure. The type parameters are what a caller sends, what comes back, and the context it needs. */
export interface Procedure<Input = Any, Output = Any, Ctx = Any> {
  readonly [PROCEDURE]: true;
  readonly definition: ProcedureDefinition;
  /** Runs the procedure as a unit test would, without HTTP: input checked, middleware, handler, output checked. */
  call(request: CallRequest<Input, Ctx>): Promise<Output>;
}

/** `true` once `openapi.protect` is, `Before` where `M` does not say. */
export type ProtectOf<M extends Metadata, Before> = M extends { openapi: { protect: infer IsProtected } }
  ? IsProtected
  : Before;

/** The intersection of two inputs; the second alone if there is no first. */
export type IntersectInputs<Left, Right> = [Left] extends [undefined] ? Right : Left & Right;

/**
 * Builds a procedure step by step; every step gives a new builder, so a builder can be shared. The type
 * parameters: the context, the input as sent and as parsed, the output schema, and `protect`.
 */
export interface ProcedureBuilder<Ctx, Sent, Parsed, Output extends Schema | undefined, IsProtected> {
  /** Adds metadata; keys given before stay unless given again, in `openapi` too. */
  meta<const M extends Metadata>(
    metadata: M,
  ): ProcedureBuilder<WithResponse<Ctx, M>, Sent, Parsed, Output, ProtectOf<M, IsProtected>>;
  /** Adds a middleware. */
  use<Extra extends object>(
    middleware: Middleware<Parsed, Protected<Ctx, IsProtected>, Extra>,
  ): ProcedureBuilder<Merge<Ctx, Extra>, Sent, Parsed, Output, IsProtected>;
  /** Sets the input schema; a second one is required as well (an intersection). */
  input<S extends Schema>(
    schema: S,
  ): ProcedureBuilder<
    Ctx,
    IntersectInputs<Sent, InputOf<S>>,
    IntersectInputs<Parsed, OutputOf<S>>,
    Output,
    IsProtected
  >;
  /** Sets the output schema. Handlers return its input side; the wire shows its output side. */
  output<S extends Schema>(schema: S): ProcedureBuilder<Ctx, Sent, Parsed, S, IsProtected>;
  /** A procedure that changes nothing. */
  query(
    handler: Handler<Parsed, Protected<Ctx, IsProtected>, HandlerResult<Output>>,
  ): Procedure<Sent, OutputOf<Output>, Ctx>;
  /** A procedure that may change something. */
  mutation(
    handler: Handler<Parsed, Protected<Ctx, IsProtected>, HandlerResult<Output>>,
  ): Procedure<Sent, OutputOf<Output>, Ctx>;
}

/** What a handler returns: the input side of the output schema; anything where there is none. */
export type HandlerResult<Output> = Output extends Schema ? z.input<Output> : unknown;

/**
 * A builder whose `ctx` has, beside the package's own context, the application's: what `context` in the config
 * returns, and the fields that its `authenticate` puts on `user`.
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

/** The builder of a procedure that needs no context of the application's own. */
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
    // By which a build tells a chain that was never ended from whatever else a file exports.
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
