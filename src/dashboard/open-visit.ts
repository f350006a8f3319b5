import type Koa from 'koa';
import type { Keyring } from '../keys/keyring.js';
import { ProcedureError } from '../protocol/procedure-error.js';
import type { DashboardOptions } from './dashboard-options.js';
import { isSameOrigin } from './is-same-origin.js';
import type { KeyUse } from './key-use.js';
import { LANGUAGES, type Language } from './messages.js';
import { readForm } from './read-form.js';
import { type Origin, readOrigin } from './read-origin.js';
import { readSessionCookie } from './session-cookie.js';
import { readAttemptCookie } from './sign-in/open-id/attempt-cookie.js';
import { LINKS_ONLY, type SignInWays } from './sign-in/sign-in-ways.js';
import type { Submissions } from './submissions.js';
import { translatorFor } from './translate.js';
import type { Reader, Visit } from './visit.js';

/** Who reads, as far as it is known before the store is asked. */
export function readReader(ctx: Koa.Context, options: DashboardOptions): Reader {
  const language = ctx.acceptsLanguages(...LANGUAGES);
  const known = LANGUAGES.find((candidate) => candidate === language) ?? FALLBACK;
  return {
    language: known,
    t: translatorFor(known),
    site: options.site ?? 'procgen',
    origin: readOrigin(ctx, isSecure(ctx, options), options.host?.(ctx)),
  };
}

/**
 * Reads the request's form and session. Throws FORBIDDEN for a form that no page of this server sent, before
 * anything of it is read, and what `readForm` throws.
 */
export async function openVisit(
  ctx: Koa.Context,
  options: DashboardOptions,
  { reader, keyId, submissions }: { reader: Reader; keyId: string; submissions: Submissions },
): Promise<Visit> {
  const isPost = ctx.method === 'POST';
  const own = { isSecure: isSecure(ctx, options), host: options.host?.(ctx), baseUrl: options.baseUrl };
  if (isPost && !isSameOrigin(ctx, own)) {
    throw new ProcedureError('FORBIDDEN', 'The form was not sent by this page.');
  }
  const form = isPost ? await readForm(ctx.req) : new URLSearchParams();
  const keyring = await options.keyring();
  const signIn = options.signIn ?? LINKS_ONLY;
  const visitor = await identify(ctx, { keyring, signIn, origin: reader.origin });
  const requestId = ctx.response.get('X-Request-Id');
  const address = readAddress(ctx, options);
  return {
    ...reader,
    ...visitor,
    keyring: keyring.from({
      actor: visitor.userId,
      address,
      requestId: requestId || null,
    }),
    keyId,
    query: new URLSearchParams(ctx.querystring),
    form,
    isFromElsewhere: ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site')),
    attemptToken: readAttemptCookie(ctx, reader.origin),
    signIn,
    countSignIn: options.countSignIn ?? (async () => null),
    address,
    baseUrl: options.baseUrl ?? null,
    requestId,
    submissions,
    mode: options.mode ?? 'production',
    ...(options.api?.() ?? NO_SAMPLE),
    now: (options.now ?? Date.now)(),
    log: options.log,
  };
}

interface Doors {
  readonly keyring: Keyring;
  readonly signIn: SignInWays;
  readonly origin: Origin;
}

/** Who the visitor is: whom a trusted proxy names, else whose session the cookie is. */
async function identify(
  ctx: Koa.Context,
  { keyring, signIn, origin }: Doors,
): Promise<Pick<Visit, 'sessionToken' | 'userId' | 'isFromProxy'>> {
  const sessionToken = readSessionCookie(ctx, origin);
  const proxyUser = signIn.proxy?.readUser(ctx) ?? null;
  if (proxyUser !== null) return { sessionToken, userId: proxyUser, isFromProxy: true };
  const session = sessionToken === null ? null : await keyring.sessions.find(sessionToken);
  return { sessionToken, userId: session?.userId ?? null, isFromProxy: false };
}

function isSecure(ctx: Koa.Context, options: DashboardOptions): boolean {
  return options.isSecure ? options.isSecure(ctx) : ctx.secure;
}

function readAddress(ctx: Koa.Context, options: DashboardOptions): string {
  return options.address ? options.address(ctx) : ctx.ip;
}

const FALLBACK: Language = 'en';

const NO_SAMPLE: KeyUse = { doKeysOpenApi: true, isApiServed: true, samplePath: null };
