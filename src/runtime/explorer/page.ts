import { html } from '../../dashboard/html.js';
import type { ExplorerMessages } from './messages.js';

/** What the page shows around its library. */
export interface ExplorerView {
  readonly language: string;
  readonly messages: ExplorerMessages;
  /** The name of the API. */
  readonly title: string;
  /** What stands before every path of the API. */
  readonly prefix: string;
  /** Whether API keys open the API. */
  readonly areKeysAccepted: boolean;
  /** Whether the page links to the user's keys. */
  readonly linksToKeys: boolean;
}

/** Prints the page. Its script makes everything but the header, from the description beside it. */
export function renderExplorerPage({
  language,
  messages,
  title,
  prefix,
  areKeysAccepted,
  linksToKeys,
}: ExplorerView): string {
  const settings = JSON.stringify({
    language,
    prefix,
    issuesKeys: areKeysAccepted,
    needsKey: messages.needsKey,
    createKey: linksToKeys ? messages.createKey : null,
    close: messages.close,
  });
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/explorer.css">
<link rel="preload" href="docs/openapi.json" as="fetch" crossorigin>
<script src="docs/scalar.js" defer></script>
<script src="docs/explorer.js" defer></script>
</head>
<body>
<a class="explorer-skip" href="#explorer">${messages.skip}</a>
<nav class="explorer-bar" aria-label="${title}">
<strong>${title}</strong>
<span>${linksToKeys && html`<a href="/dashboard/api-keys">${messages.keys}</a>`}<a href="openapi.json">openapi.json</a></span>
</nav>
<div id="explorer" tabindex="-1" data-settings="${settings}"></div>
<noscript><p>${messages.needsScript} <a href="openapi.json">openapi.json</a></p></noscript>
<div id="explorer-notice" role="alert"></div>
</body>
</html>
`.markup;
}
