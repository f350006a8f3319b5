import type Koa from 'koa';
import type { Config } from '../../authoring/config.js';
import { checkOutput, runHandler } from '../../authoring/run-procedure.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { type ContextParts, createContext } from '../context/create-context.js';
import { isEmptyOutput } from '../respond/is-empty-output.js';
import { prepareJsonPrinter } from '../respond/print-json.js';
import { readStatus, sendJson, sendNothing, setHeaders } from '../respond/send.js';
import type { Route } from '../route-table.js';
import { callOf } from './call.js';
import { runWithin } from './run-within.js';

const DEFAULT_TIMEOUT_MS = 30_000;
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
    const staleBody: unknown = ctx.body;
    const value = await runWithin(timeoutMs, call.controller, async () => {
      const own = await config.context?.(context);
      const result = await runHandler(definition, call.input, own ? { ...context, ...own } : context);
      return checkOutput(definition, result);
    });
    // The handler answered through Koa itself: a stream, a redirect, a raw response.
    const hasOwnBody = ctx.body != null && ctx.body !== staleBody;
    if (ctx.respond === false || (value === undefined && hasOwnBody)) return;
    const status = readStatus(context.response, route.status);
    if (status === 204 || (value === undefined && isEmpty)) sendNothing(ctx, status);
    else if (value === undefined) throw new ProcedureError('INTERNAL', NO_OUTPUT);
    else sendJson(ctx, status, print(value));
    setHeaders(ctx, context.response);
  };
}
