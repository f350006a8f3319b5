import { checkOutput } from '../../authoring/run-procedure.js';
import { type BinarySource, contentTypeOf } from '../../definition/binary.js';
import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { Schema } from '../../definition/schema.js';
import { prepareJsonWriter } from './json-writer/prepare-json-writer.js';
import { cancelSource } from './open-content.js';
import { prepareJsonPrinter } from './print-json.js';

/** An output that fits its schema, with nothing in it that the schema does not name. */
export interface CheckedOutput {
  /** Whether there is nothing to be printed. */
  readonly isNothing: boolean;
  /** An output that is bytes, which are not printed. */
  readonly source?: BinarySource;
  /** The JSON document. Throws for what JSON has no form for. */
  print(): string;
}

/** Checks a procedure's output, at once where it can be. It throws, or rejects with, an INTERNAL. */
export type OutputCheck = (output: unknown) => CheckedOutput | Promise<CheckedOutput>;

/**
 * Prepares the check of a procedure's output: in one pass with its printing where that is the same. It is made ready by
 * the first output, since making it so for a thousand procedures would be felt at the start.
 */
export function prepareOutput(definition: ProcedureDefinition): OutputCheck {
  let check: OutputCheck | undefined;
  return (output) => {
    check ??= prepareQuickOutput(definition);
    return check(output);
  };
}

function prepareQuickOutput(definition: ProcedureDefinition): OutputCheck {
  if (contentTypeOf(definition.output) !== undefined) return prepareBinaryOutput(definition);
  const check = preparePlainOutput(definition);
  const write = definition.output && prepareJsonWriter(definition.output);
  if (!write) return check;
  return (output) => {
    const text = output === undefined ? undefined : write(output);
    return text === undefined ? check(output) : { isNothing: false, print: () => text };
  };
}

function prepareBinaryOutput(definition: ProcedureDefinition): OutputCheck {
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

/** zod parses the output, and JSON.stringify prints what it gives. */
function preparePlainOutput(definition: ProcedureDefinition): OutputCheck {
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
