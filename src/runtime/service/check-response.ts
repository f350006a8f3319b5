import * as z from 'zod';
import type { Context, ResponseOptions } from '../../definition/context.js';
import type { Schema } from '../../definition/schema.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Call, Outcome } from '../call/call.js';
import { readDefault } from '../respond/send-content.js';
import type { Route } from '../route-table.js';

/** Runs a procedure to its success; null if its handler responded through Koa itself. */
export type Run = (call: Call, context: Context) => Outcome | null | Promise<Outcome | null>;

/**
 * Wraps `run` for development: a success whose status or headers differ from the metadata is an INTERNAL that says how.
 * A missing required header causes only a warning, once, since outer middleware may set it later. A status that the
 * metadata does not declare is up to the handler.
 */
export function checkResponses({ name, procedure }: Route, run: Run): Run {
  const { status, headers } = procedure.definition.meta.openapi ?? {};
  if (status === undefined && headers === undefined) return run;
  const warned = new Set<string>();

  async function check(call: Call, { log }: Context, outcome: Outcome): Promise<void> {
    const onMissing = (header: string): void => {
      if (warned.has(header)) return;
      warned.add(header);
      log.warn(
        { header },
        `${name} does not set the response header "${header}", which its metadata declares as required: set it in ctx.response.headers, unless middleware outside of the router sets it`,
      );
    };
    const errors = [
      ...listStatusErrors(outcome, status),
      ...(await listHeaderErrors(call, outcome, { headers, onMissing })),
    ];
    if (errors.length > 0) throw new ProcedureError('INTERNAL', `${name} ${errors.join(' It ')}`);
  }

  return async (call, context) => {
    const outcome = await run(call, context);
    try {
      if (outcome !== null) await check(call, context, outcome);
      return outcome;
    } catch (error) {
      outcome?.content?.cancel();
      outcome?.stream?.body?.destroy();
      throw error;
    }
  };
}

function listStatusErrors(outcome: Outcome, status: number | undefined): readonly string[] {
  if (status === undefined || outcome.status === status) return [];
  return [`responded with ${outcome.status}, but \`status\` in its metadata is ${status}.`];
}

async function listHeaderErrors(
  call: Call,
  outcome: Outcome,
  { headers, onMissing }: { headers: Schema | undefined; onMissing: (header: string) => void },
): Promise<readonly string[]> {
  const { shape = {} } = (headers?._zod.def ?? {}) as { shape?: Readonly<Record<string, Schema>> };
  const errors = Object.entries(shape).map(async ([name, schema]) => {
    const { response, status, content } = outcome;
    const byDefault = content && readDefault(name, call.exchange.method, { status, content });
    const value = readHeader(response, name) ?? byDefault ?? readOwnHeader(call, name);
    if (value === undefined) {
      if (!(await isOptional(schema))) onMissing(name);
      return [];
    }
    if (await isAnyAccepted(schema, listInterpretations(value))) return [];
    return [`has the response header "${name}: ${value}", which its schema in the metadata does not accept.`];
  });
  return (await Promise.all(errors)).flat();
}

/** Returns a header set through Koa by the handler or by outer middleware. */
function readOwnHeader({ exchange }: Call, name: string): HeaderValue | undefined {
  return exchange.koa?.readHeaders()[name.toLowerCase()] || undefined;
}

type HeaderValue = ResponseOptions['headers'][string];

/** Returns a header of the handler, case-insensitively; the last one, as it is sent. */
function readHeader({ headers }: Pick<ResponseOptions, 'headers'>, name: string): HeaderValue | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).findLast(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** A default does not count, because it is never sent. */
async function isOptional(schema: Schema): Promise<boolean> {
  const { success, data } = await z.safeParseAsync(schema, undefined);
  return success && data === undefined;
}

async function isAnyAccepted(schema: Schema, values: readonly unknown[]): Promise<boolean> {
  for (const value of values) if ((await z.safeParseAsync(schema, value)).success) return true;
  return false;
}

/** The possible interpretations of a header's text. */
const INTERPRETATIONS: readonly ((text: string) => unknown)[] = [
  (text) => text,
  Number,
  (text) => (text === 'true' ? true : text === 'false' ? false : text),
  (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text),
  (text) => new Date(text),
];

/** Lists the value as it was set, then the possible interpretations of its text: one value, a list, a set. */
function listInterpretations(value: HeaderValue): readonly unknown[] {
  const texts = [value].flat().map(String);
  const interpretations = INTERPRETATIONS.flatMap((interpret) => {
    const list = texts.map(interpret);
    return [...(list.length === 1 ? list : []), list, new Set(list)];
  });
  return [value, ...interpretations];
}
