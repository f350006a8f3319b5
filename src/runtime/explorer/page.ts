import { html } from '../../dashboard/html.js';
import { type Language, translatorFor } from '../../dashboard/messages.js';
import { ICON, renderNavigation, renderSite } from '../../dashboard/pages/header.js';

/** What the page shows around the library. */
export interface ExplorerView {
  readonly language: Language;
  /** The name of the API. */
  readonly title: string;
  /** The prefix of every path of the API. */
  readonly prefix: string;
  /** Whether the API accepts API keys. */
  readonly areKeysAccepted: boolean;
  /** Whether the page links to the dashboard and to the user's keys there. */
  readonly linksToDashboard: boolean;
}

/**
 * Renders the page. Its script renders everything but the header, from the description next to it. The header is not a
 * banner landmark, because the library has one.
 */
export function renderExplorerPage(view: ExplorerView): string {
  const { language, title, prefix, areKeysAccepted, linksToDashboard } = view;
  const t = translatorFor(language);
  const path = `${prefix}/docs`;
  const settings = JSON.stringify({
    language,
    prefix,
    issuesKeys: areKeysAccepted,
    needsKey: t('explorer.needsKey'),
    redirects: t('explorer.redirects'),
    followRedirect: t('explorer.followRedirect'),
    createKey: linksToDashboard ? t('create.open') : null,
    close: t('error.close'),
  });
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="docs/explorer.css">
<link rel="preload" href="docs/openapi.json" as="fetch" crossorigin>
<script src="docs/scalar.js" defer></script>
<script src="docs/explorer.js" defer></script>
</head>
<body>
<a class="skip" href="#explorer">${t('layout.skip')}</a>
<section class="bar" aria-label="${title}">
<div class="bar-inner">
${renderSite(title, linksToDashboard)}
${linksToDashboard && renderNavigation({ t, path, docsPath: path })}
<a class="description" href="openapi.json">openapi.json</a>
</div>
</section>
<div id="explorer" tabindex="-1" data-settings="${settings}"></div>
<noscript><p>${t('explorer.needsScript')} <a href="openapi.json">openapi.json</a></p></noscript>
<div id="explorer-notice" role="alert"></div>
</body>
</html>
`.markup;
}
