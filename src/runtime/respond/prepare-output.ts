import type { ProcedureDefinition } from '../../authoring/procedure-definition.js';
import { checkOutput } from '../../authoring/run-procedure.js';
import { prepareJsonPrinter } from './print-json.js';

/** An output that fits its schema, with nothing in it that the schema does not name. */
export interface CheckedOutput {
  readonly value: unknown;
  /** The JSON document. Throws for what JSON has no form for. */
  print(): string;
}

/** Prepares the check of a procedure's output, at once where it can be. It throws, or rejects with, an INTERNAL. */
export function prepareOutput(
  definition: ProcedureDefinition,
): (output: unknown) => CheckedOutput | Promise<CheckedOutput> {
  const print = prepareJsonPrinter(definition.output);
  const conclude = (value: unknown): CheckedOutput => ({ value, print: () => print(value) });
  return (output) => {
    const checked = checkOutput(definition, output);
    return checked instanceof Promise ? checked.then(conclude) : conclude(checked);
  };
}
