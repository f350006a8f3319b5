import type { Context, Logger, ResponseCookies } from '../definition/context.js';
import type { ProcedureDefinition } from '../definition/procedure-definition.js';
import { ProcedureError } from '../protocol/procedure-error.js';
import { checkInput, checkOutput, runHandler } from './run-procedure.js';

/** A part of the context; its `response` may lack `cookies`. */
export type CallContext<Ctx> = Partial<Omit<Ctx, 'response'>> &
  (Ctx extends { response: infer Response }
    ? { readonly response?: Omit<Response, 'cookies'> & { readonly cookies?: ResponseCookies } }
    : unknown);

/**
 * The argument of `procedure.call`: the input as a caller sends it, and the part of the context that the handler uses.
 */
export type CallRequest<Input, Ctx> = { readonly ctx?: CallContext<Ctx> } & ([Input] extends [undefined]
  ? { readonly input?: undefined }
  : { readonly input: Input });

/**
 * Runs a procedure without HTTP. Throws a `ProcedureError`: UNAUTHORIZED when it is protected and `ctx.user` is missing,
 * BAD_REQUEST for an invalid input, INTERNAL for an invalid output. Errors of the handler pass unchanged.
 */
export async function callProcedure(
  definition: ProcedureDefinition,
  request: { readonly input?: unknown; readonly ctx?: object },
  // biome-ignore lint/suspicious/noExplicitAny: only the caller's `Procedure` type has the output type.
): Promise<any> {
  const ctx = { ...createDetachedContext(), ...request.ctx };
  if (definition.meta.openapi?.protect && !ctx.user) {
    throw new ProcedureError('UNAUTHORIZED', 'This procedure is protected: pass ctx.user.');
  }
  const input = await checkInput(definition, request.input);
  return checkOutput(definition, await runHandler(definition, input, ctx));
}

/** The context of a call without a request. Properties that exist only in a server throw when they are used. */
function createDetachedContext(): Context {
  return {
    user: null,
    apiKey: null,
    apiKeys: createUnavailable('apiKeys'),
    t: (key) => key,
    locale: 'en',
    log: SILENT,
    requestId: 'call',
    signal: new AbortController().signal,
    lastEventId: null,
    request: { headers: {}, ip: '127.0.0.1', method: 'CALL', url: '/' },
    response: { status: undefined, headers: {}, cookies: createUnavailable('response.cookies') },
    koa: null,
  };
}

function createUnavailable<T extends object>(key: string): T {
  return new Proxy({} as T, {
    get: () => {
      throw new TypeError(`ctx.${key} exists only in a server: pass it to call({ ctx: { ${key} } }).`);
    },
  });
}

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
