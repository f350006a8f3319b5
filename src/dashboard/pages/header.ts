import { type Html, html } from '../html.js';
import type { Translate } from '../messages.js';
import { ICONS } from './icons.js';

/** The signed-in user. */
export interface Account {
  readonly userId: string;
  /** Whether a proxy named the user; then there is no session to sign out of. */
  readonly isFromProxy: boolean;
}

export interface Navigation {
  readonly t: Translate;
  /** The path of the page, which the navigation highlights. */
  readonly path: string;
  /** The path of the API explorer; null if it is not served. */
  readonly docsPath: string | null;
}

/** Renders the name of the service, as a link to the keys if there is a dashboard. */
export function renderSite(site: string, isLink = true): Html {
  const name = html`<span class="site-mark">${ICONS.key}</span><span class="site-name">${site}</span>`;
  return isLink
    ? html`<a class="site" href="/dashboard/api-keys">${name}</a>`
    : html`<span class="site">${name}</span>`;
}

export function renderNavigation({ t, path, docsPath }: Navigation): Html {
  const link = (href: string, label: string) =>
    html`<a href="${href}"${path.startsWith(href) && html` aria-current="page"`}>${label}</a>`;
  return html`<nav class="nav" aria-label="${t('layout.navigation')}">
${link('/dashboard/api-keys', t('keys.title'))}
${link('/dashboard/activity', t('activity.title'))}
${docsPath !== null && link(docsPath, t('layout.docs'))}
</nav>`;
}

export function renderAccount(
  { t, path }: Pick<Navigation, 't' | 'path'>,
  { userId, isFromProxy }: Account,
): Html {
  const who = html`<span class="avatar" aria-hidden="true">${[...userId][0]?.toUpperCase()}</span>
<a class="account-user" href="/dashboard/account" title="${userId}"${path === '/dashboard/account' && html` aria-current="page"`}><span class="visually-hidden">${t('layout.signedInAs')} </span>${userId}</a>`;
  if (isFromProxy) return html`<p class="account">${who}</p>`;
  return html`<form class="account" method="post" action="/dashboard/sign-out">
${who}
<button class="button quiet">${t('layout.signOut')}</button>
</form>`;
}

/** The favicon. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#4338ca"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><circle cx="9" cy="15" r="3.5"/><path d="M11.5 12.5 18 6m-2.5 2.5 2 2"/></g></svg>',
)}`;
