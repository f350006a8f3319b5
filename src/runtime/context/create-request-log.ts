import type { Logger, LogMethod } from '../../definition/context.js';
import type { Call } from '../call/call.js';

/** A log that names the call's request and procedure on every line. */
export function createRequestLog(log: Logger, { requestId, route }: Call): Logger {
  const fields = { requestId, procedure: route?.name ?? '' };
  const bind =
    (level: keyof Logger): LogMethod =>
    (first: string | object, message?: string) => {
      if (typeof first === 'string') log[level](fields, first);
      else if (message === undefined) log[level]({ ...fields, ...first });
      else log[level]({ ...fields, ...first }, message);
    };
  return { debug: bind('debug'), info: bind('info'), warn: bind('warn'), error: bind('error') };
}
