import type { FieldError } from './envelope.js';
import { type ErrorCode, STATUS_BY_CODE } from './error-code.js';
import { type MessageKey, type Wording, wordInEnglish, wordingOf } from './messages.js';
import { ProcedureError, type ProcedureErrorOptions } from './procedure-error.js';

export interface BuiltInErrorOptions extends ProcedureErrorOptions {
  /** What fills the message. */
  params?: Wording['params'];
}

/** A `ProcedureError` whose message is the package's own: in English here, in the caller's language on the wire. */
export class BuiltInError extends ProcedureError {
  readonly wording: Wording;

  /** Without a key the message is that of the code's status. */
  constructor(code: ErrorCode, key?: MessageKey, options: BuiltInErrorOptions = {}) {
    const { params } = options;
    const wording = key ? { key, ...(params && { params }) } : wordingOf(STATUS_BY_CODE[code]);
    super(code, wordInEnglish(wording), options);
    this.wording = wording;
  }
}

/** A field's fault in the package's own words. */
export interface WordedFieldError extends FieldError {
  readonly wording: Wording;
}

export function createFieldError(path: readonly string[], wording: Wording): WordedFieldError {
  return { path: [...path], message: wordInEnglish(wording), wording };
}
