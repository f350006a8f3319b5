import * as z from 'zod';
import { listFieldErrors } from '../definition/field-errors.js';
import { finishIssue } from '../definition/format-issue.js';
import { streamOf } from '../definition/output-kind.js';
import type { MiddlewareResult, Next, ProcedureDefinition } from '../definition/procedure-definition.js';
import type { Schema } from '../definition/schema.js';
import { type EventIterable, isAsyncIterable, readEvent } from '../definition/stream.js';
import { BuiltInError } from '../protocol/built-in-error.js';
import { ProcedureError } from '../protocol/procedure-error.js';
import { LISTED_ERRORS_MAX, truncateFieldError } from '../protocol/refusal-limits.js';
import { extendContext } from './extend-context.js';
import { type Parsed, prepareOwnParse } from './prepare-parse.js';

/** Validates `input` by the procedure's schema. Throws a BAD_REQUEST with one entry per invalid field. */
export async function checkInput(definition: ProcedureDefinition, input: unknown): Promise<unknown> {
  if (!definition.input) return undefined;
  const checked = await prepareOwnParse(definition.input)(input);
  if (checked.success) return checked.data;
  throw new BuiltInError('BAD_REQUEST', 'input.invalid', {
    errors: listFieldErrors(checked.issues).map(truncateFieldError),
  });
}

/**
 * Runs the middlewares, then the handler. Resolves to the handler's result, or to what a middleware returned in its
 * place. Without middlewares, returns what the handler returned, so a synchronous handler stays synchronous.
 */
export function runHandler(definition: ProcedureDefinition, input: unknown, ctx: object): unknown {
  const { middlewares, handler } = definition;
  return middlewares.length === 0 ? handler({ input, ctx }) : runMiddlewares(definition, input, ctx);
}

async function runMiddlewares(
  { middlewares, handler }: ProcedureDefinition,
  input: unknown,
  ctx: object,
): Promise<unknown> {
  const runFrom = async (index: number, current: object): Promise<MiddlewareResult<object>> => {
    if (index === middlewares.length) return { result: await handler({ input, ctx: current }) };
    const middleware = middlewares[index];
    // A function from a circular import is undefined at first. A build cuts all functions out.
    if (typeof middleware !== 'function')
      throw new TypeError(`.use() got ${typeof middleware}, not a function.`);
    const next = (addition?: { ctx: object }) =>
      runFrom(index + 1, addition ? extendContext(current, addition.ctx) : current);
    const outcome: unknown = await middleware({ input, ctx: current, next: next as Next });
    if (typeof outcome !== 'object' || outcome === null || !('result' in outcome)) {
      throw new TypeError('A middleware must return what `next()` resolved to, or throw.');
    }
    return outcome as MiddlewareResult<object>;
  };
  return (await runFrom(0, ctx)).result;
}

/**
 * Validates and strips `output` by the procedure's schema, synchronously if the schema allows it. A mismatch is an
 * error of the procedure: an INTERNAL. Items of a stream are validated as they are consumed.
 */
export function checkOutput(
  { output: schema }: Pick<ProcedureDefinition, 'output'>,
  output: unknown,
): unknown {
  const stream = streamOf(schema);
  if (stream && isAsyncIterable(output)) return checkEvents(output, (item) => checkValue(stream.item, item));
  return schema ? checkValue(schema, output) : output;
}

function checkValue(schema: Schema, value: unknown): unknown {
  const checked = prepareOwnParse(schema)(value);
  return checked instanceof Promise ? checked.then(readOutput) : readOutput(checked);
}

function readOutput(checked: Parsed): unknown {
  if (checked.success) return checked.data;
  throw new ProcedureError('INTERNAL', 'The output does not match its schema.', {
    cause: new z.ZodRealError(checked.issues.slice(0, LISTED_ERRORS_MAX).map((issue) => finishIssue(issue))),
  });
}

/** The items of a stream, each validated as it is consumed. `check` throws for an item that is invalid. */
export function checkEvents(
  source: AsyncIterable<unknown>,
  check: (value: unknown) => unknown,
): EventIterable<unknown> {
  let lastEventId: string | null = null;
  async function* list(): AsyncGenerator<unknown, void, undefined> {
    for await (const given of source) {
      const { id, value } = readEvent(given);
      const checked = await check(value);
      lastEventId = id ?? lastEventId;
      yield checked;
    }
  }
  return {
    get lastEventId() {
      return lastEventId;
    },
    [Symbol.asyncIterator]: list,
  };
}
