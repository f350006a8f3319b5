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

/** An output that fits its schema, with nothing in it that the schema does not name. */
export interface CheckedOutput {
  /** Whether there is nothing to be printed. */
  readonly isNothing: boolean;
  /** An output that is bytes, which are not printed. */
  readonly source?: BinarySource;
  /** An output that is a stream, whose items are not checked yet. */
  readonly items?: AsyncIterable<unknown>;
  /** Where an output that is a redirect leads. */
  readonly location?: string;
  /** The JSON document. Throws for what JSON has no form for. */
  print(): string;
}

/** Checks a procedure's output, at once where it can be. It throws, or rejects with, an INTERNAL. */
export type OutputCheck = (output: unknown) => CheckedOutput | Promise<CheckedOutput>;

type OutputDefinition = Pick<ProcedureDefinition, 'output'>;

/**
 * Prepares the check of a procedure's output: in one pass with its printing where that is the same. It is made ready by
 * the first output, since making it so for a thousand procedures would be felt at the start.
 */
export function prepareOutput(definition: OutputDefinition): OutputCheck {
  let check: OutputCheck | undefined;
  return (output) => {
    check ??= prepareQuickOutput(definition);
    return check(output);
  };
}

function prepareQuickOutput(definition: OutputDefinition): OutputCheck {
  const { kind } = outputKindOf(definition.output);
  if (kind === 'binary') return prepareBinaryOutput(definition);
  if (kind === 'events' || kind === 'lines') return checkStream;
  if (kind === 'redirect') return prepareRedirect(definition);
  const check = preparePlainOutput(definition);
  const write = definition.output && prepareJsonWriter(definition.output);
  if (!write) return check;
  return (output) => {
    const text = output === undefined ? undefined : write(output);
    return text === undefined ? check(output) : { isNothing: false, print: () => text };
  };
}

function prepareBinaryOutput(definition: OutputDefinition): OutputCheck {
  return async (output) => {
    try {
      const source = (await checkOutput(definition, output)) as BinarySource;
      return { isNothing: false, source, print: () => '' };
    } catch (error) {
      cancelSource(output);
      throw error;
    }
  };
}

function checkStream(output: unknown): CheckedOutput {
  if (isAsyncIterable(output)) return { isNothing: false, items: output, print: () => '' };
  throw new ProcedureError(
    'INTERNAL',
    'The output is no async iterable: the handler is an async generator, or returns one.',
  );
}

function prepareRedirect(definition: OutputDefinition): OutputCheck {
  return async (output) => {
    const { location = '' } = readLocation(await checkOutput(definition, output));
    return { isNothing: false, location, print: () => '' };
  };
}

/** zod parses the output, and JSON.stringify prints what it gives. */
function preparePlainOutput(definition: OutputDefinition): OutputCheck {
  const print = prepareJsonPrinter(definition.output);
  const conclude = (value: unknown): CheckedOutput => ({
    isNothing: value === undefined,
    print: () => print(value),
  });
  return (output) => {
    const checked = checkOutput(definition, output);
    return checked instanceof Promise ? checked.then(conclude) : conclude(checked);
  };
}

const WRAPPERS = new Set('optional nonoptional readonly default prefault catch'.split(' '));

/** Whether an output is always nothing, so that the answer has no body; as the description sees it. */
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
