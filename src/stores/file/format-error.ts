/** Why bytes are not a state that this procgen can read. The message completes a sentence about the store. */
export class FormatError extends Error {
  readonly code: 'DAMAGED' | 'NEWER' | 'OUTDATED';

  constructor(code: FormatError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** An error for bytes that no procgen wrote. `cause` is a sentence about "it". */
export function damagedError(cause: string): FormatError {
  return new FormatError('DAMAGED', cause);
}
