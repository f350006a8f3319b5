import type { Logger, LogMethod } from '../../authoring/context.js';

/** A log that names the request and its procedure on every line. */
export function createRequestLog(
  log: Logger,
  fields: { readonly requestId: string; readonly procedure: string },
): Logger {
  const bind =
    (level: keyof Logger): LogMethod =>
    (first: string | object, message?: string) => {
      if (typeof first === 'string') log[level](fields, first);
      else if (message === undefined) log[level]({ ...fields, ...first });
      else log[level]({ ...fields, ...first }, message);
    };
  return { debug: bind('debug'), info: bind('info'), warn: bind('warn'), error: bind('error') };
}
