import Negotiator from 'negotiator';
import type { Keyring } from '../keys/keyring.js';
import { ProcedureError } from '../protocol/procedure-error.js';
import { readSessionCookie } from './cookie.js';
import type { DashboardOptions } from './dashboard-options.js';
import { isSameOrigin } from './is-same-origin.js';
import type { KeyUse } from './key-use.js';
import { LANGUAGES, type Language, translatorFor } from './messages.js';
import type { BaseContext, PageContext } from './page-context.js';
import type { PageRequest } from './page-request.js';
import { readOrigin } from './read-origin.js';
import { readAttemptCookie } from './sign-in/open-id/attempt.js';
import { LINKS_ONLY } from './sign-in/sign-in-methods.js';
import { readWantedPage } from './wanted-page.js';

/** Reads the properties of the request that do not need the store. */
export function readBaseContext(request: PageRequest, options: DashboardOptions): BaseContext {
  const language = chooseLanguage(request.header('accept-language'));
  return {
    language,
    t: translatorFor(language),
    site: options.site ?? 'procgen',
    origin: readOrigin(request),
  };
}

function chooseLanguage(acceptLanguage: string): Language {
  const [wanted] = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages(LANGUAGES);
  return LANGUAGES.find((language) => language === wanted) ?? FALLBACK;
}

/**
 * Reads the request's form and session. Throws FORBIDDEN for a form of another site, before it reads the body, and the
 * errors of `readForm`.
 */
export async function openPageContext(
  request: PageRequest,
  options: DashboardOptions,
  { base, keyId }: { base: BaseContext; keyId: string },
): Promise<PageContext> {
  const { address, requestId } = request;
  const isPost = request.method === 'POST';
  if (isPost && !isSameOrigin(request, options.baseUrl)) {
    throw new ProcedureError('FORBIDDEN', 'The form was not submitted from this page.');
  }
  const form = isPost ? await readForm(request) : new URLSearchParams();
  const keyring = await options.keyring();
  const keyUse = options.api?.() ?? UNKNOWN_USE;
  const sessionToken = readSessionCookie(request, base.origin);
  const visitor = await identify(request.readProxyUser(), sessionToken, keyring);
  return {
    ...base,
    sessionToken,
    ...visitor,
    keyring: keyring.from({
      actor: visitor.userId,
      address,
      requestId: requestId || null,
    }),
    path: request.path,
    isPost,
    wantedPage: readWantedPage(request, base.origin, keyUse.docsPath),
    keyId,
    query: new URLSearchParams(request.querystring),
    form,
    isFromOtherSite: ['cross-site', 'same-site'].includes(request.header('sec-fetch-site')),
    attemptToken: readAttemptCookie(request, base.origin),
    signIn: options.signIn ?? LINKS_ONLY,
    countSignIn: options.countSignIn ?? (async () => null),
    address,
    userAgent: request.header('user-agent'),
    baseUrl: options.baseUrl ?? null,
    requestId,
    answers: keyring.answers,
    mode: options.mode ?? 'production',
    store: options.store ?? null,
    ...keyUse,
    now: keyring.now(),
    log: options.log,
  };
}

/** Returns the user that a trusted proxy names, or else the user of the session cookie. */
async function identify(
  proxyUser: string | null,
  sessionToken: string | null,
  keyring: Keyring,
): Promise<Pick<PageContext, 'userId' | 'isFromProxy'>> {
  if (proxyUser !== null) return { userId: proxyUser, isFromProxy: true };
  const session = sessionToken === null ? null : await keyring.sessions.find(sessionToken);
  return { userId: session?.userId ?? null, isFromProxy: false };
}

const FALLBACK: Language = 'en';

const UNKNOWN_USE: KeyUse = {
  areKeysAccepted: true,
  isApiServed: true,
  docsPath: null,
  scopes: [],
  findSample: () => null,
};

const FORM_LIMIT_BYTES = 16 * 1024;

/**
 * Reads the fields of a form of at most 16 KiB. Throws UNSUPPORTED_MEDIA_TYPE for another content type, BAD_REQUEST for
 * a body that is not UTF-8, and the errors of `readBody`.
 */
async function readForm(request: PageRequest): Promise<URLSearchParams> {
  const type = request.header('content-type').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.header('content-encoding') !== '') {
    throw new ProcedureError('UNSUPPORTED_MEDIA_TYPE', 'The request must be a form.');
  }
  const body = await request.readBody(FORM_LIMIT_BYTES);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new ProcedureError('BAD_REQUEST', 'The form is not UTF-8.', { cause });
  }
}
