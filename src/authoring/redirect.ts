import * as z from 'zod';
import { brandOutput } from '../definition/output-kind.js';
import {
  REDIRECT_STATUSES,
  type RedirectStatus,
  type RedirectTarget,
  readLocation,
} from '../definition/redirect.js';

/** The schema of an output that is a redirect. */
export type Redirect = z.ZodCustom<RedirectTarget, RedirectTarget>;

/**
 * The output of a GET procedure that leads its caller to the URL that the handler returns: 303 (See Other) unless another
 * status is given. Throws a TypeError for what is no status of a redirect.
 */
export function redirect(status: RedirectStatus = 303): Redirect {
  if (!REDIRECT_STATUSES.includes(status)) {
    throw new TypeError(`redirect(): ${status} is not one of the statuses ${REDIRECT_STATUSES.join(', ')}.`);
  }
  const schema = z.custom<RedirectTarget>((target) => readLocation(target).error === undefined, {
    error: ({ input }) => readLocation(input).error,
  });
  brandOutput(schema, { kind: 'redirect', status });
  return schema;
}
