import { type Html, html } from '../html.js';
import type { Language, Translate } from '../messages.js';
import { ICONS } from './icons.js';

/** The signed-in user. */
export interface Account {
  readonly userId: string;
  /** Whether a proxy named the user; then there is no session to sign out of. */
  readonly isFromProxy: boolean;
}

export interface PageFrame {
  readonly t: Translate;
  readonly language: Language;
  readonly site: string;
  readonly title: string;
  readonly account: Account | null;
  /** The path of the page, which the navigation marks. */
  readonly path: string;
  /** Where the explorer of the API is; null where it is not served. */
  readonly docsPath: string | null;
  readonly body: Html;
}

/** The whole document of a page. */
export function renderPage(frame: PageFrame): Html {
  const { t, language, site, title, account, body } = frame;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${site}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/dashboard/assets/dashboard.css">
<script src="/dashboard/assets/dashboard.js" defer></script>
</head>
<body>
<a class="skip" href="#content">${t('layout.skip')}</a>
<header class="bar">
<div class="bar-inner">
<a class="site" href="/dashboard/api-keys"><span class="site-mark">${ICONS.key}</span><span class="site-name">${site}</span></a>
${account && renderNavigation(frame)}
${account && renderAccount(t, account)}
</div>
</header>
<main id="content" tabindex="-1">
${body}
</main>
<dialog id="dialog" aria-labelledby="panel-title" data-unanswered="${t('error.unanswered')}" data-discard="${t('layout.discard')}" data-busy="${t('layout.busy')}"></dialog>
${account && renderUnanswered(t)}
<p class="visually-hidden" role="status" id="announcement"></p>
</body>
</html>
`;
}

/** What the dialog shows where the server does not answer. */
function renderUnanswered(t: Translate): Html {
  return html`<template id="unanswered"><section class="card panel" data-panel aria-labelledby="panel-title">
<h1 id="panel-title">${t('error.unansweredTitle')}</h1>
<p>${t('error.unansweredText')}</p>
<div class="actions">
<a class="button" href="/dashboard/api-keys" data-close>${t('error.close')}</a>
<a class="button primary" href="/dashboard/api-keys" data-retry autofocus>${t('error.again')}</a>
</div>
</section></template>`;
}

function renderNavigation({ t, path, docsPath }: PageFrame): Html {
  const link = (href: string, label: string) =>
    html`<a href="${href}"${path.startsWith(href) && html` aria-current="page"`}>${label}</a>`;
  return html`<nav class="nav" aria-label="${t('layout.navigation')}">
${link('/dashboard/api-keys', t('keys.title'))}
${link('/dashboard/activity', t('activity.title'))}
${docsPath !== null && link(docsPath, t('layout.docs'))}
</nav>`;
}

function renderAccount(t: Translate, { userId, isFromProxy }: Account): Html {
  const who = html`<span class="avatar" aria-hidden="true">${[...userId][0]?.toUpperCase()}</span>
<a class="account-user" href="/dashboard/account" title="${userId}"><span class="visually-hidden">${t('layout.signedInAs')} </span>${userId}</a>`;
  if (isFromProxy) return html`<p class="account">${who}</p>`;
  return html`<form class="account" method="post" action="/dashboard/sign-out">
${who}
<button class="button quiet">${t('layout.signOut')}</button>
</form>`;
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#4338ca"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><circle cx="9" cy="15" r="3.5"/><path d="M11.5 12.5 18 6m-2.5 2.5 2 2"/></g></svg>',
)}`;
