import { extendContext } from '../../authoring/extend-context.js';
import { runHandler } from '../../authoring/run-procedure.js';
import type { BinarySource } from '../../definition/binary.js';
import type { Config } from '../../definition/config.js';
import type { Context, ResponseOptions } from '../../definition/context.js';
import { outputKindOf, streamOf } from '../../definition/output-kind.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Call, OpenedStream, Outcome } from '../call/call.js';
import { DEFAULT_TIMEOUT_MS, isThenable, waitWithin } from '../call/wait-within.js';
import { type ContextParts, createContext } from '../context/create-context.js';
import type { Guard } from '../guards/guard.js';
import { openContent } from '../respond/open-content.js';
import { type CheckedOutput, isEmptyOutput, prepareOutput } from '../respond/prepare-output.js';
import { readStatus, setHeaders } from '../respond/send.js';
import { sendContent } from '../respond/send-content.js';
import type { Route } from '../route-table.js';
import type { Mode } from '../runtime-options.js';
import { checkResponses } from './check-response.js';
import { prepareOpenStream, type StreamParts } from './open-stream.js';
import { sendStream } from './send-stream.js';

const NO_OUTPUT =
  'The output is undefined, which JSON cannot represent: only an output of z.void() has no body.';

export interface RunParts extends ContextParts, StreamParts {
  readonly mode: Mode;
}

/** Prepares the end of a route's chain: context, middlewares, handler, output check, response. */
export function prepareRun(route: Route, config: Config, parts: RunParts): Guard {
  const { procedure, status: declaredStatus } = route;
  const { definition } = procedure;
  const checkOutput = prepareOutput(definition);
  const isEmpty = isEmptyOutput(definition.output);
  const contentType = outputKindOf(definition.output).contentType ?? '';
  const streamed = streamOf(definition.output);
  const openStream = streamed && prepareOpenStream(streamed, config, parts);
  const timeoutMs = config.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const runChecked = parts.mode === 'development' ? checkResponses(route, run) : run;

  return (call) => {
    const { answer, exchange } = call;
    exchange.koa?.setHeaders(answer.headers.splice(0));
    call.outcome = runChecked(call, createContext(call, parts));
    const outcome = waitWithin(timeoutMs, call, call.outcome);
    if (!(outcome instanceof Promise)) return send(call, outcome, contentType);
    return outcome.then((settled) => send(call, settled, contentType));
  };

  /** Returns null if the handler responded through Koa itself: with a stream, a redirect, a raw response. */
  function run(call: Call, context: Context): Outcome | null | Promise<Outcome | null> {
    const result = config.context
      ? runInOwnContext(config.context, call, context)
      : runHandler(definition, call.input, context);
    const checked = isThenable(result) ? Promise.resolve(result).then(checkOutput) : checkOutput(result);
    if (!(checked instanceof Promise)) return conclude(call, context, checked);
    return checked.then((settled) => conclude(call, context, settled));
  }

  async function runInOwnContext(
    createOwn: NonNullable<Config['context']>,
    call: Call,
    context: Context,
  ): Promise<unknown> {
    const own = await createOwn(context);
    return runHandler(definition, call.input, own ? extendContext(context, own) : context);
  }

  function conclude(
    call: Call,
    { response }: Context,
    output: CheckedOutput,
  ): Outcome | null | Promise<Outcome> {
    if (output.source) return concludeContent(call, response, output.source);
    if (output.items && openStream) return concludeStream(response, openStream(call, output.items));
    if (call.exchange.koa?.isAnswered(!output.isUndefined)) return null;
    const status = readStatus(response, declaredStatus);
    const { location } = output;
    if (location !== undefined) return { status, text: null, response, location };
    if (status === 204 || (output.isUndefined && isEmpty)) return { status, text: null, response };
    if (output.isUndefined) throw new ProcedureError('INTERNAL', NO_OUTPUT);
    return { status, text: output.print(), response };
  }

  async function concludeContent(
    { signal }: Call,
    response: ResponseOptions,
    source: BinarySource,
  ): Promise<Outcome> {
    const content = await openContent(source, signal);
    try {
      signal.throwIfAborted();
      return { status: readStatus(response, declaredStatus), text: null, response, content };
    } catch (error) {
      content.cancel();
      throw error;
    }
  }

  async function concludeStream(response: ResponseOptions, opening: Promise<OpenedStream>): Promise<Outcome> {
    const stream = await opening;
    try {
      return { status: readStatus(response, declaredStatus), text: null, response, stream };
    } catch (error) {
      stream.body?.destroy();
      throw error;
    }
  }
}

function send(call: Call, outcome: Outcome | null, contentType: string): undefined {
  if (outcome === null) {
    call.answer.isHosted = true;
    return;
  }
  const { status, response, content, stream } = outcome;
  if (content) {
    sendContent(call, { status, response, content }, contentType);
    return;
  }
  if (stream) return sendStream(call, { status, response, stream });
  if (outcome.text === null) call.answer.sendNothing(outcome.status);
  else call.answer.sendJson(outcome.status, outcome.text);
  setHeaders(call.answer, outcome.response.headers);
  if (outcome.location !== undefined) call.answer.set('Location', outcome.location);
}
