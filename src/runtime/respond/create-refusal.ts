import type { WordedFieldError } from '../../protocol/built-in-error.js';
import type { FieldError } from '../../protocol/envelope.js';
import { type ErrorCode, STATUS_BY_CODE } from '../../protocol/error-code.js';
import { type MessageKey, type Wording, wordInEnglish, wordingOf } from '../../protocol/messages.js';
import type { Refusal } from './fail.js';

export interface RefusalOptions {
  readonly params?: Wording['params'];
  readonly errors?: readonly (FieldError & Partial<WordedFieldError>)[];
  readonly headers?: Refusal['headers'];
}

/** A refusal in the package's own words, as a `BuiltInError` is; of those that are many nobody throws an error. */
export function createRefusal(
  code: ErrorCode,
  key?: MessageKey,
  { params, errors, headers = {} }: RefusalOptions = {},
): Refusal {
  const status = STATUS_BY_CODE[code];
  const wording = key ? { key, params } : wordingOf(status);
  return { status, message: wordInEnglish(wording), wording, errors, headers };
}
