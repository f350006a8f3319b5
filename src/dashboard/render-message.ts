import { type Html, html } from './html.js';
import type { MessageKey, Translate } from './messages.js';

/** A message with a name in it, isolated so that its direction of writing changes nothing around it. */
export function renderMessage(t: Translate, key: MessageKey, name: string): Html {
  const [before = '', ...after] = t(key).split('{name}');
  return html`${before}${after.map((text) => html`<bdi>${name}</bdi>${text}`)}`;
}
