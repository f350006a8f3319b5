import { type Html, html } from '../html.js';
import type { Language } from '../messages.js';
import type { Translate } from '../translate.js';

export interface PageFrame {
  readonly t: Translate;
  readonly language: Language;
  readonly site: string;
  readonly title: string;
  /** Who is signed in. */
  readonly userId: string | null;
  readonly body: Html;
}

/** The whole document around a page's content. */
export function renderPage({ t, language, site, title, userId, body }: PageFrame): Html {
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
<a class="site" href="/dashboard/api-keys">${KEY_MARK}<span>${site}</span></a>
${userId !== null && renderAccount(t, userId)}
</div>
</header>
<main id="content" tabindex="-1">
${body}
</main>
</body>
</html>
`;
}

function renderAccount(t: Translate, userId: string): Html {
  return html`<form class="account" method="post" action="/dashboard/sign-out">
<span class="account-user"><span class="visually-hidden">${t('layout.signedInAs')} </span>${userId}</span>
<button class="button quiet">${t('layout.signOut')}</button>
</form>`;
}

/** A key, drawn for this project. */
export const KEY_MARK = html`<svg class="mark" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="8" cy="16" r="4.5"/><path d="M11.2 12.8 20 4M16 8l3 3"/></svg>`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#4338ca"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><circle cx="9" cy="15" r="3.5"/><path d="M11.5 12.5 18 6m-2.5 2.5 2 2"/></g></svg>',
)}`;
