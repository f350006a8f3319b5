import type { FieldError } from './envelope.js';
import { type ErrorCode, STATUS_BY_CODE } from './error-code.js';
import {
  describeStatusMessage,
  formatInEnglish,
  type MessageDescriptor,
  type MessageKey,
} from './messages.js';
import { ProcedureError, type ProcedureErrorOptions } from './procedure-error.js';

export interface BuiltInErrorOptions extends ProcedureErrorOptions {
  /** Values for the message's placeholders. */
  params?: MessageDescriptor['params'];
}

/**
 * A `ProcedureError` with a message of the package: in English here, in the caller's language in the response. A 4xx
 * has no stack, because it is not logged and capturing one costs more than the rest of a refusal.
 */
export class BuiltInError extends ProcedureError {
  readonly wording: MessageDescriptor;

  /** Without a key the message is that of the code's status. */
  constructor(code: ErrorCode, key?: MessageKey, options: BuiltInErrorOptions = {}) {
    const { params } = options;
    const wording = key ? { key, params } : describeStatusMessage(STATUS_BY_CODE[code]);
    const message = formatInEnglish(wording);
    const stackTraceLimit = STATUS_BY_CODE[code] < 500 ? stopTracing() : undefined;
    super(code, message, options);
    if (stackTraceLimit !== undefined) Error.stackTraceLimit = stackTraceLimit;
    this.wording = wording;
  }
}

/** Turns stack traces off and returns the previous limit; undefined if the limit is read-only. */
function stopTracing(): number | undefined {
  const { stackTraceLimit } = Error;
  if (!isWritable || typeof stackTraceLimit !== 'number') return undefined;
  Error.stackTraceLimit = 0;
  return stackTraceLimit;
}

/** False if intrinsics are frozen, and in engines without the property. */
const isWritable = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true;

/** The package's message for an invalid field. */
export interface BuiltInFieldError extends FieldError {
  readonly wording: MessageDescriptor;
}

export function createFieldError(path: readonly string[], wording: MessageDescriptor): BuiltInFieldError {
  return { path: [...path], message: formatInEnglish(wording), wording };
}
