import type Koa from 'koa';
import type { Config } from '../../authoring/config.js';
import type { Context } from '../../authoring/context.js';
import { checkOutput, runHandler } from '../../authoring/run-procedure.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { type ContextParts, createContext } from '../context/create-context.js';
import { isEmptyOutput } from '../respond/is-empty-output.js';
import { prepareJsonPrinter } from '../respond/print-json.js';
import { readStatus, sendJson, sendNothing, setHeaders } from '../respond/send.js';
import type { Route } from '../route-table.js';
import { callOf } from './call.js';
import type { Outcome } from './outcome.js';
import { DEFAULT_TIMEOUT_MS, runWithin } from './run-within.js';

const NO_OUTPUT = 'The output is undefined, which JSON cannot say: only an output of z.void() has no body.';

/** Prepares the end of a route's chain: context, middlewares, handler, output check, answer. */
export function prepareRun(route: Route, config: Config, parts: ContextParts): Koa.Middleware {
  const { definition } = route.procedure;
  const print = prepareJsonPrinter(definition.output);
  const isEmpty = isEmptyOutput(definition.output);
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;

  return async (ctx) => {
    const call = callOf(ctx);
    const context = createContext(ctx, parts);
    const outcome = await runWithin(timeoutMs, call.controller, () => {
      call.outcome = run(ctx, context, call.input);
      return call.outcome;
    });
    if (outcome === null) return;
    if (outcome.text === null) sendNothing(ctx, outcome.status);
    else sendJson(ctx, outcome.status, outcome.text);
    setHeaders(ctx, outcome.response);
  };

  /** Null when the handler answered through Koa itself: a stream, a redirect, a raw response. */
  async function run(ctx: Koa.Context, context: Context, input: unknown): Promise<Outcome | null> {
    const staleBody: unknown = ctx.body;
    const own = await config.context?.(context);
    const result = await runHandler(definition, input, own ? { ...context, ...own } : context);
    const value = await checkOutput(definition, result);
    const hasOwnBody = !ctx.headerSent && ctx.body != null && ctx.body !== staleBody;
    if (ctx.respond === false || (value === undefined && hasOwnBody)) return null;
    const { response } = context;
    const status = readStatus(response, route.status);
    if (status === 204 || (value === undefined && isEmpty)) return { status, text: null, response };
    if (value === undefined) throw new ProcedureError('INTERNAL', NO_OUTPUT);
    return { status, text: print(value), response };
  }
}
