import type Koa from 'koa';
import type { Authenticate, Config, Principal } from '../../authoring/config.js';
import type { Logger } from '../../authoring/context.js';
import type { KeyRecord } from '../../keys/api-keys.js';
import type { Keyring } from '../../keys/keyring.js';
import type { MessageKey } from '../../protocol/messages.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import { viewRequest } from '../context/create-context.js';
import { createRequestLog } from '../context/create-request-log.js';
import { originOf } from '../context/origin-of.js';
import type { RouteTable } from '../route-table.js';
import { callOf } from '../service/call.js';
import { readBearer } from './read-credentials.js';

/** Who calls, or how the attempt to say so failed. */
export type Identity =
  | { readonly principal: Principal; readonly apiKey: KeyRecord | null }
  | { readonly principal: null; readonly isMissing: boolean; readonly refusal?: unknown };

export interface Identifier {
  /** The scheme that a challenge names. */
  readonly scheme: string;
  /** What a 401 says. */
  readonly reason: MessageKey;
  identify(ctx: Koa.Context): Promise<Identity>;
}

/** Prepares what tells who calls: API keys, or the application's own `authenticate`. */
export function prepareIdentifier(
  authenticate: Config['authenticate'],
  credentials: RouteTable['credentials'],
  parts: { readonly log: Logger; readonly keyring: () => Keyring },
): Identifier {
  if (authenticate === undefined) {
    const identify = (ctx: Koa.Context) => identifyByKey(ctx, parts.keyring());
    return { scheme: 'Bearer', reason: 'status.401', identify };
  }
  const verify = typeof authenticate === 'function' ? authenticate : authenticate.verify;
  const header = credentials.header.toLowerCase();
  return {
    scheme: /^[A-Za-z][\w-]*$/.test(credentials.prefix) ? credentials.prefix : 'ApiKey',
    reason: 'credentials.invalid',
    identify: (ctx) => identifyByApplication(ctx, verify, header, parts.log),
  };
}

async function identifyByKey(ctx: Koa.Context, keyring: Keyring): Promise<Identity> {
  const credentials = readBearer(ctx.req);
  if (credentials.state === 'missing') return { principal: null, isMissing: true };
  const verified = credentials.state === 'given' ? await keyring.apiKeys.verify(credentials.secret) : null;
  if (!verified) {
    keyring.from(originOf(callOf(ctx))).noteRefusal('key.refused');
    return { principal: null, isMissing: false };
  }
  const { userId, record } = verified;
  const scopes = record.scopes.length > 0 ? { scopes: record.scopes } : {};
  return { principal: { user: { id: userId }, ...scopes }, apiKey: record };
}

async function identifyByApplication(
  ctx: Koa.Context,
  verify: Authenticate,
  header: string,
  log: Logger,
): Promise<Identity> {
  const call = callOf(ctx);
  const isMissing = ctx.req.headers[header] === undefined;
  try {
    const principal = await verify({
      ...viewRequest(ctx, call),
      signal: call.controller.signal,
      log: createRequestLog(log, { requestId: call.requestId, procedure: call.route?.name ?? '' }),
    });
    return principal ? { principal, apiKey: null } : { principal: null, isMissing };
  } catch (error) {
    if (isProcedureError(error) && error.status < 500) return { principal: null, isMissing, refusal: error };
    throw error;
  }
}
