import type { PageAnswer } from '../answer.js';
import { type Html, html } from '../html.js';
import type { Translate } from '../messages.js';
import type { PageContext } from '../page-context.js';
import type { OpenIdProvider } from '../sign-in/open-id/open-id-provider.js';
import type { TrustedProxy } from '../sign-in/sign-in-methods.js';
import { ICONS } from './icons.js';
import { renderNotice } from './notice.js';
import { renderPanel } from './panel.js';

/** Renders buttons that consume the token. Merely opening the link, as link previews do, does not consume it. */
export function renderSignInButtons({ t, site, docsPath }: PageContext, token: string): PageAnswer {
  return renderPanel({
    mark: ICONS.key,
    title: t('signIn.title'),
    status: 200,
    body: html`<p>${t('signIn.ready', { site })}</p>
<form method="post" action="/dashboard/sign-in">
<input type="hidden" name="token" value="${token}">
<button class="button primary wide" autofocus>${t('signIn.button')}</button>
${docsPath !== null && html`<button class="button wide" name="open" value="docs">${t('signIn.openDocs')}</button>`}
</form>`,
  });
}

export type SignInNotice = 'signed-out' | 'session-over' | 'refused' | null;

/** Renders the configured sign-in methods. Links come last, because only the operator can create them. */
export function renderSignInPage(context: PageContext, notice: SignInNotice): PageAnswer {
  const { t, signIn } = context;
  const isSignedOut = notice === 'signed-out';
  return renderPanel({
    mark: ICONS.key,
    title: t('signIn.title'),
    status: notice === 'refused' ? 400 : 200,
    body: html`${isSignedOut && renderNotice('ok', t('signIn.signedOut'))}
${isSignedOut && signIn.openId && renderProviderSignOut(t, signIn.openId)}
${notice === 'session-over' && renderNotice('warning', t('signIn.sessionOver'))}
${notice === 'refused' && renderNotice('danger', t('signIn.refused'))}
${notice === null && html`<p class="muted">${t('signIn.why', { site: context.site })}</p>`}
${signIn.openId && renderOpenIdButton(t, signIn.openId)}
${signIn.proxy && renderProxyHelp(t, signIn.proxy)}
${signIn.openId || signIn.proxy ? renderCollapsedLinkHelp(context) : renderLinkHelp(context)}`,
  });
}

/** A link, not a form: `form-action 'self'` would block the redirect to the provider. */
function renderOpenIdButton(t: Translate, { name }: OpenIdProvider): Html {
  return html`<p><a class="button primary wide" href="/dashboard/sign-in/openid">${t('openId.button', { provider: name })}</a></p>`;
}

function renderProviderSignOut(t: Translate, { name, readSignOutUrl }: OpenIdProvider): Html | null {
  const url = readSignOutUrl();
  return url === null
    ? null
    : html`<p class="hint">${t('openId.stillSignedIn', { provider: name })} <a href="${url}">${t('openId.signOutToo')}</a></p>`;
}

function renderProxyHelp(t: Translate, { url }: TrustedProxy): Html {
  return html`<p>${t('proxy.how')}</p>
<p><a href="${url}/dashboard/api-keys">${url}</a></p>`;
}

function renderCollapsedLinkHelp(context: PageContext): Html {
  return html`<details>
<summary>${context.t('signIn.byLink')}</summary>
${renderLinkHelp(context)}
</details>`;
}

/** Quotes the text as one word for a shell. */
function quoteForShell(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Explains how to get a sign-in link. */
function renderLinkHelp({ t, mode, store }: PageContext): Html {
  // Only someone who runs the server on their own machine can use a path on the server.
  const isStoreNamed = store?.startsWith('file:') === true && mode === 'development';
  const command = `npx procgen users link${isStoreNamed ? ` --store ${quoteForShell(store)}` : ''}`;
  return html`<p>${t('signIn.how')}</p>
<div class="command-field" data-copies>
<pre class="command"><code id="link-command">${command}</code></pre>
<button type="button" class="button" data-copy="link-command">${ICONS.copy}${ICONS.copied}<span class="copy-label">${t('reveal.copyCommand')}</span><span class="copied-label">${t('reveal.copied')}</span></button>
<p class="copy-status" role="status" data-copied="${t('reveal.copied')}" data-failed="${t('reveal.copyFailed')}"></p>
</div>
${store !== null && !isStoreNamed && html`<p class="hint">${t('signIn.store', { option: '--store' })}</p>`}
<p class="hint">${t('signIn.user', { option: '--user NAME' })}</p>
<p class="hint">${mode === 'development' ? t('signIn.terminal') : t('signIn.ask')}</p>`;
}

/** Renders the page shown instead of the sign-in page if the browser would reject the Secure cookie. */
export function renderInsecureConnection(t: Translate): PageAnswer {
  return renderPanel({
    mark: ICONS.key,
    title: t('signIn.insecureTitle'),
    status: 403,
    body: html`<p>${t('signIn.insecure')}</p>`,
  });
}

/** Explains that the proxy signs its users in and out. */
export function renderProxySignOut({ t }: PageContext): PageAnswer {
  return renderPanel({
    mark: ICONS.key,
    title: t('proxy.signOutTitle'),
    status: 200,
    body: html`<p>${t('proxy.signOut')}</p>
<p><a class="button" href="/dashboard/api-keys">${t('error.back')}</a></p>`,
  });
}
