import { BuiltInError } from '../../protocol/built-in-error.js';

/** What is thrown for a body that is longer than may be; the connection is closed, since the rest may be under way. */
export function createTooLarge(limitBytes: number): BuiltInError {
  return new BuiltInError('PAYLOAD_TOO_LARGE', 'body.tooLarge', {
    params: { max: limitBytes },
    headers: { Connection: 'close' },
  });
}
