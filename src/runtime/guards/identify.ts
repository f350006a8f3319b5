import type { Authenticate, Authenticator, Config } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import type { Verification } from '../../keys/prepare-verification.js';
import type { MessageKey } from '../../protocol/messages.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { Call } from '../call/call.js';
import { isThenable, waitWithin } from '../call/wait-within.js';
import { originOf, viewForConfig } from '../context/create-context.js';
import type { Exchange } from '../exchange.js';
import type { RouteTable } from '../route-table.js';
import { checkPrincipal } from './check-principal.js';
import type { Identity } from './identity.js';
import type { AttemptLimit } from './limit-refusals.js';

export interface Identifier {
  /** The authentication scheme that a challenge names. */
  readonly scheme: string;
  /** The message of a 401. */
  readonly reason: MessageKey;
  identify(call: Call): Identity | Promise<Identity>;
}

export interface IdentifierParts {
  readonly log: Logger;
  readonly keyring: () => Keyring;
  /** Limits failed credentials that are passed to the application's `authenticate`. */
  readonly limitAttempts: AttemptLimit;
  /** The time limit of that `authenticate`. */
  readonly timeoutMs: number;
}

/** Prepares the identification of callers, by API keys or by the application's own `authenticate`. */
export function prepareIdentifier(
  authenticate: Config['authenticate'],
  credentials: RouteTable['credentials'],
  parts: IdentifierParts,
): Identifier {
  if (authenticate === undefined) {
    const identify = (call: Call) => identifyByKey(call, parts.keyring());
    return { scheme: 'Bearer', reason: 'status.401', identify };
  }
  const {
    scheme,
    verify,
    limitFailures = true,
  }: Authenticator = typeof authenticate === 'function' ? { verify: authenticate } : authenticate;
  const header = credentials.header.toLowerCase();
  return {
    scheme: /^[A-Za-z][\w-]*$/.test(credentials.prefix) ? credentials.prefix : 'ApiKey',
    reason: 'credentials.invalid',
    identify(call) {
      const { headers } = call.exchange;
      const isMissing = headers[header] === undefined;
      const identify = () => identifyByApplication(call, verify, isMissing, parts);
      // Without a `scheme`, a cookie may carry the credentials.
      const mayFail = !isMissing || (scheme === undefined && headers.cookie !== undefined);
      return limitFailures && mayFail ? parts.limitAttempts(call, identify) : identify();
    },
  };
}

function identifyByKey(call: Call, keyring: Keyring): Identity | Promise<Identity> {
  if (call.exchange.headers.authorization === undefined) return MISSING;
  const secret = readBearer(call.exchange);
  if (secret === undefined) return refuseKey(call, keyring);
  const verified = keyring.verify(secret);
  return verified instanceof Promise
    ? verified.then((settled) => judgeKey(call, keyring, settled))
    : judgeKey(call, keyring, verified);
}

const MISSING: Identity = { principal: null, isMissing: true };

const HEADER_LENGTH_MAX = 512;

/**
 * Returns the secret of an `Authorization: Bearer` header; the scheme is case-insensitive. Returns undefined for
 * another scheme, a repeated header, or one that is too long.
 */
function readBearer(exchange: Exchange): string | undefined {
  const authorization = String(exchange.headers.authorization);
  if (authorization.length > HEADER_LENGTH_MAX || exchange.isRepeated('authorization')) return undefined;
  return /^bearer +([^\s]+)$/i.exec(authorization)?.[1];
}

function judgeKey(call: Call, keyring: Keyring, verified: Verification): Identity {
  if (verified === null) return refuseKey(call, keyring);
  if ('refusedKeyId' in verified) return refuseKey(call, keyring, verified.refusedKeyId);
  const { userId, record, hash: keyHash } = verified;
  const user = { id: userId };
  const { scopes } = record;
  return { principal: scopes.length > 0 ? { user, scopes } : { user }, apiKey: record, keyHash };
}

function refuseKey(call: Call, keyring: Keyring, refusedKeyId?: string): Identity {
  keyring.noteRefusedKey(originOf(call));
  return { principal: null, isMissing: false, refusedKeyId };
}

/** Returns synchronously if the application does. */
function identifyByApplication(
  call: Call,
  verify: Authenticate,
  isMissing: boolean,
  { log, timeoutMs }: IdentifierParts,
): Identity | Promise<Identity> {
  const conclude = (returned: unknown): Identity => {
    const principal = checkPrincipal(returned);
    return principal ? { principal, apiKey: null } : { principal: null, isMissing };
  };
  const toIdentity = (error: unknown): Identity => {
    if (isProcedureError(error) && error.status < 500) return { principal: null, isMissing, refusal: error };
    throw error;
  };
  try {
    const returned: unknown = verify(viewForConfig(call, log));
    if (!isThenable(returned)) return conclude(returned);
    const waiting = waitWithin(timeoutMs, call, Promise.resolve(returned), 'authentication');
    return Promise.resolve(waiting).then(conclude).catch(toIdentity);
  } catch (error) {
    return toIdentity(error);
  }
}
