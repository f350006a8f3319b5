import type { ElementOptions } from './parts.js';

/** Makes an element; `text` reaches the page as text only. */
export function makeElement(tag: string, options: ElementOptions = {}, ...children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.id) element.id = options.id;
  if (options.text !== undefined) element.textContent = options.text;
  element.append(...children);
  return element;
}
