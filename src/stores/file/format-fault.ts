/** Why bytes are no state that this procgen reads; the message is the rest of a sentence that begins with the store. */
export class FormatFault extends Error {
  readonly code: 'DAMAGED' | 'NEWER' | 'OUTDATED';

  constructor(code: FormatFault['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The bytes are not what any procgen wrote; `cause` is a sentence about "it". */
export function damage(cause: string): FormatFault {
  return new FormatFault('DAMAGED', cause);
}
