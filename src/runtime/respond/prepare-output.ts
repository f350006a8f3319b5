import { checkOutput } from '../../authoring/run-procedure.js';
import type { BinarySource } from '../../definition/binary.js';
import { outputKindOf } from '../../definition/output-kind.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import { readLocation } from '../../definition/redirect.js';
import type { Schema } from '../../definition/schema.js';
import { isAsyncIterable } from '../../definition/stream.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { prepareJsonWriter } from './json-writer/prepare-json-writer.js';
import { cancelSource } from './open-content.js';
import { prepareJsonPrinter } from './print-json.js';

/** An output that matches its schema, without undeclared properties. */
export interface CheckedOutput {
  /** Whether the output is undefined. */
  readonly isUndefined: boolean;
  /** The content of a binary output, which is not printed. */
  readonly source?: BinarySource;
  /** The items of a stream, which are not checked yet. */
  readonly items?: AsyncIterable<unknown>;
  /** The target of a redirect. */
  readonly location?: string;
  /** Returns the JSON document. Throws for values that JSON cannot represent. */
  print(): string;
}

/** Checks a procedure's output, synchronously if possible. Throws, or rejects with, an INTERNAL. */
export type OutputCheck = (output: unknown) => CheckedOutput | Promise<CheckedOutput>;

type OutputDefinition = Pick<ProcedureDefinition, 'output'>;

/**
 * Prepares the check of a procedure's output, combined with its printing if possible. It is created by the first
 * output, because creating it for a thousand procedures would noticeably delay the start.
 */
export function prepareOutput(definition: OutputDefinition): OutputCheck {
  let check: OutputCheck | undefined;
  return (output) => {
    check ??= prepareFastOutput(definition);
    return check(output);
  };
}

function prepareFastOutput(definition: OutputDefinition): OutputCheck {
  const { kind } = outputKindOf(definition.output);
  if (kind === 'binary') return prepareBinaryOutput(definition);
  if (kind === 'events' || kind === 'lines') return checkStream;
  if (kind === 'redirect') return prepareRedirect(definition);
  const check = preparePlainOutput(definition);
  const write = definition.output && prepareJsonWriter(definition.output);
  if (!write) return check;
  return (output) => {
    const text = output === undefined ? undefined : write(output);
    return text === undefined ? check(output) : { isUndefined: false, print: () => text };
  };
}

function prepareBinaryOutput(definition: OutputDefinition): OutputCheck {
  return async (output) => {
    try {
      const source = (await checkOutput(definition, output)) as BinarySource;
      return { isUndefined: false, source, print: () => '' };
    } catch (error) {
      cancelSource(output);
      throw error;
    }
  };
}

function checkStream(output: unknown): CheckedOutput {
  if (isAsyncIterable(output)) return { isUndefined: false, items: output, print: () => '' };
  throw new ProcedureError(
    'INTERNAL',
    'The output is not an async iterable: the handler must be an async generator, or return an async iterable.',
  );
}

function prepareRedirect(definition: OutputDefinition): OutputCheck {
  return async (output) => {
    const { location = '' } = readLocation(await checkOutput(definition, output));
    return { isUndefined: false, location, print: () => '' };
  };
}

/** Parses the output with zod, and prints the result with JSON.stringify. */
function preparePlainOutput(definition: OutputDefinition): OutputCheck {
  const print = prepareJsonPrinter(definition.output);
  const conclude = (value: unknown): CheckedOutput => ({
    isUndefined: value === undefined,
    print: () => print(value),
  });
  return (output) => {
    const checked = checkOutput(definition, output);
    return checked instanceof Promise ? checked.then(conclude) : conclude(checked);
  };
}

const WRAPPERS = new Set('optional nonoptional readonly default prefault catch'.split(' '));

/** Whether an output is always undefined, so that the response has no body. */
export function isEmptyOutput(schema: Schema | undefined): boolean {
  if (!schema) return true;
  const def = schema._zod.def as unknown as {
    readonly type: string;
    readonly innerType: Schema;
    readonly out: Schema;
    readonly getter: () => Schema;
  };
  if (def.type === 'void' || def.type === 'undefined') return true;
  if (def.type === 'pipe') return isEmptyOutput(def.out);
  if (def.type === 'lazy') return isEmptyOutput(def.getter());
  return WRAPPERS.has(def.type) && isEmptyOutput(def.innerType);
}
