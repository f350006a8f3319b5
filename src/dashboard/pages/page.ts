import { type Html, html } from '../html.js';
import type { Language, Translate } from '../messages.js';
import {
  type Account,
  ICON,
  type Navigation,
  renderAccount,
  renderNavigation,
  renderSite,
} from './header.js';

export interface PageFrame extends Navigation {
  readonly language: Language;
  readonly site: string;
  readonly title: string;
  readonly account: Account | null;
  readonly body: Html;
}

/** Renders the document of a page. */
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
${renderSite(site)}
${account && renderNavigation(frame)}
${account && renderAccount(frame, account)}
</div>
</header>
<main id="content" tabindex="-1">
${body}
</main>
<dialog id="dialog" aria-labelledby="panel-title" data-unanswered="${t('error.unanswered')}" data-discard="${t('layout.discard')}" data-busy="${t('layout.busy')}"></dialog>
${account && renderNoResponse(t)}
<p class="visually-hidden" role="status" id="announcement"></p>
</body>
</html>
`;
}

/** The contents of the dialog if the server does not respond. */
function renderNoResponse(t: Translate): Html {
  return html`<template id="unanswered"><section class="card panel" data-panel aria-labelledby="panel-title">
<h1 id="panel-title">${t('error.unansweredTitle')}</h1>
<p>${t('error.unansweredText')}</p>
<div class="actions">
<a class="button" href="/dashboard/api-keys" data-close>${t('error.close')}</a>
<a class="button primary" href="/dashboard/api-keys" data-retry autofocus>${t('error.again')}</a>
</div>
</section></template>`;
}
