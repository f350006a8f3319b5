import { type Html, html } from './html.js';
import type { MessageKey, Translate } from './messages.js';

/** Renders a message with a name in it. The name is isolated, so that its text direction affects nothing else. */
export function renderMessage(t: Translate, key: MessageKey, name: string): Html {
  const [before = '', ...after] = t(key).split('{name}');
  return html`${before}${after.map((text) => html`<bdi>${name}</bdi>${text}`)}`;
}
