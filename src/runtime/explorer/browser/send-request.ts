import type { ExplorerRequest, Parts } from './parts.js';

/** Sends `request` and shows in `output` what came back. */
export async function sendRequest(
  { makeElement }: Parts,
  { method, url, headers, body }: ExplorerRequest,
  output: HTMLElement,
): Promise<void> {
  const indentJson = (text: string) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text === '' ? '(no body)' : text;
    }
  };
  const start = performance.now();
  try {
    const response = await fetch(url, { method, headers, body, credentials: 'omit', redirect: 'error' });
    const text = await response.text();
    const line = `${response.status} ${response.statusText} in ${Math.round(performance.now() - start)} ms`;
    const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const summary = makeElement('summary', { text: 'Headers' });
    output.replaceChildren(
      makeElement('h3', { class: response.ok ? 'fine' : 'failed', text: line }),
      makeElement('div', { class: 'hint path', text: `${method} ${url}` }),
      makeElement('pre', { text: indentJson(text) }),
      makeElement('details', {}, summary, makeElement('pre', { text: fields })),
    );
  } catch (error) {
    const text = `No answer: ${(error as Error).message}`;
    output.replaceChildren(makeElement('h3', { class: 'failed', text }));
  }
}
