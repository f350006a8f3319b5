import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import { type Html, html } from '../html.js';
import type { UserPageContext } from '../page-context.js';
import { ICONS } from './icons.js';

/** What a key is for and how it is used, for who has none yet. */
export function renderEmptyList(
  { t, origin, isApiServed, prefix = DEFAULT_PREFIX, samplePath }: UserPageContext,
  action: Html,
): Html {
  const header = 'Authorization: Bearer $API_KEY';
  return html`<section class="card empty" aria-labelledby="empty-title">
<span class="empty-mark">${ICONS.key}</span>
<h2 id="empty-title">${t('empty.title')}</h2>
<p class="muted">${t('empty.text')}</p>
${action}
<ol class="steps">
<li>${t('empty.name')}</li>
<li>${t('empty.keep')}</li>
${
  isApiServed &&
  html`<li>${t('empty.send')}
<pre class="command"><code>curl -H "${header}" ${origin.scheme}://${origin.host}${prefix}${samplePath ?? '/…'}</code></pre></li>
`
}</ol>
</section>`;
}
