import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Answer } from '../answer.js';
import type { PageContext } from '../page-context.js';
import type { SignInStep } from './sign-in-ways.js';

/** The handler, for as many tries as an address has. One too many is a 429 that says when to come back. */
export function limitSignIn(
  step: SignInStep,
  handler: (context: PageContext) => Promise<Answer>,
): (context: PageContext) => Promise<Answer> {
  return async (context) => {
    const waitMs = await context.countSignIn(step, context.address);
    if (waitMs === null) return handler(context);
    context.keyring.noteRefusal('sign-in.refused');
    throw new ProcedureError('TOO_MANY_REQUESTS', 'Too many tries to sign in.', {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  };
}
