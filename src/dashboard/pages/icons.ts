import { type Html, html } from '../html.js';

/** Renders an icon of 16 pixels on a grid of 24, hidden from screen readers. */
function renderIcon(paths: Html, className = 'icon'): Html {
  return html`<svg class="${className}" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`;
}

export const ICONS = {
  key: renderIcon(html`<circle cx="8" cy="16" r="4.5"/><path d="M11.2 12.8 20 4M16 8l3 3"/>`),
  plus: renderIcon(html`<path d="M12 5v14M5 12h14"/>`),
  copy: renderIcon(
    html`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15a1.5 1.5 0 0 1-1-1.4V5.5A1.5 1.5 0 0 1 5.5 4h8.1A1.5 1.5 0 0 1 15 5"/>`,
    'icon icon-copy',
  ),
  copied: renderIcon(html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`, 'icon icon-copied'),
  done: renderIcon(html`<circle cx="12" cy="12" r="9"/><path d="m8 12.3 2.8 2.8L16.2 9.5"/>`),
  warning: renderIcon(
    html`<path d="M12 4 2.8 19.5a.6.6 0 0 0 .5.9h17.4a.6.6 0 0 0 .5-.9Z"/><path d="M12 10v4.2M12 17.2v.1"/>`,
  ),
  error: renderIcon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.2M12 16.2v.1"/>`),
  outage: renderIcon(
    html`<path d="M4 4l16 16M7 18.5h9.5M18.7 17.6A4.2 4.2 0 0 0 17 9.6 6 6 0 0 0 10.4 5.6M6.9 8A6 6 0 0 0 6 10.6a4 4 0 0 0 1 7.9"/>`,
  ),
} as const;
