import { UNKNOWN_ORIGIN } from './complete-description.js';

/**
 * Starts the library on the page, and sends its requests. It is sent to the browser as its source text, so it may use nothing
 * else of this module. `unknownOrigin` is what samples have in the place of the page's own origin.
 */
function startExplorer(unknownOrigin: string): void {
  const root = document.getElementById('explorer') as HTMLElement;
  const notice = document.getElementById('explorer-notice') as HTMLElement;
  const settings: Settings = JSON.parse(root.dataset.settings as string);
  const base = location.origin + location.pathname.replace(/\/docs\/?$/, '');
  const descriptionUrl = `${base}/docs/openapi.json`;
  /** The user's key, once the first request has asked for it; null for nobody who is signed in. */
  let key: Promise<string | null> | undefined;

  async function loadDescription(): Promise<Response> {
    const response = await fetch(descriptionUrl);
    // Who has signed out meanwhile is led to where one signs in.
    if (response.status === 401) location.reload();
    const text = await response.text();
    const { status } = response;
    const headers = { 'Content-Type': 'application/json' };
    const ownUrl = base.slice(0, base.length - settings.prefix.length);
    return new Response(text.replaceAll(unknownOrigin, ownUrl), { status, headers });
  }

  async function askForKey(): Promise<string | null> {
    const response = await fetch(`${base}/docs/key`, { method: 'POST' });
    if (response.status === 401) return null;
    const { message, payload } = await response.json();
    if (!response.ok) throw new Error(message);
    return payload.key;
  }

  /** Asks at most once at a time. Who is not signed in is not asked again; a failure is. */
  async function readKey(): Promise<string | null> {
    if (!settings.issuesKeys) return null;
    key ??= askForKey();
    try {
      return await key;
    } catch (error) {
      key = undefined;
      showNotice((error as Error).message);
      return null;
    }
  }

  /** The key that the reader has put in, without a `Bearer` that was copied along with it. */
  function readCredentials(headers: Headers): void {
    const value = headers.get('Authorization');
    if (value === null) return;
    const credentials = value.replace(/^\s*(?:Bearer(?:\s+|$))+/i, '').trim();
    if (credentials === '') headers.delete('Authorization');
    else if (/^Bearer\s/i.test(value)) headers.set('Authorization', `Bearer ${credentials}`);
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    if (request.url === descriptionUrl) return loadDescription();
    notice.replaceChildren();
    const headers = new Headers(request.headers);
    readCredentials(headers);
    // A cookie may be what an application of its own identifies its users by.
    const credentials = settings.issuesKeys ? 'omit' : 'same-origin';
    const isOwn = settings.issuesKeys && !headers.has('Authorization');
    const copy = () => new Request(request.clone(), { headers, credentials, redirect: 'manual' });
    const attempt = async () => {
      const own = isOwn ? await readKey() : null;
      if (own !== null) headers.set('Authorization', `Bearer ${own}`);
      return { response: await fetch(copy()), own };
    };
    let { response, own } = await attempt();
    if (response.status === 401 && own !== null) {
      // It has expired, or another window has replaced it.
      key = undefined;
      ({ response } = await attempt());
    }
    // Where to is hidden from scripts, and the library would show an answer without a status.
    if (response.type === 'opaqueredirect') {
      const { redirects, followRedirect } = settings;
      throw new Error(request.method === 'GET' ? `${redirects} ${followRedirect}` : redirects);
    }
    // What kept the key from being made is told already.
    if (response.status === 401 && settings.issuesKeys && !notice.hasChildNodes())
      showNotice(settings.needsKey, true);
    return response;
  }

  function showNotice(text: string, offersKey = false): void {
    const message = document.createElement('span');
    message.textContent = text;
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = settings.close;
    close.addEventListener('click', () => notice.replaceChildren());
    const parts: Node[] = [message, close];
    if (offersKey && settings.createKey !== null) {
      const link = document.createElement('a');
      link.href = '/dashboard/api-keys';
      link.textContent = settings.createKey;
      parts.splice(1, 0, link);
    }
    notice.replaceChildren(...parts);
  }

  // A key is often copied together with the word before it.
  document.addEventListener(
    'paste',
    (event) => {
      const [, bare] = /^\s*Bearer\s+(pgk_\w+)\s*$/i.exec(event.clipboardData?.getData('text') ?? '') ?? [];
      if (bare === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      document.execCommand('insertText', false, bare);
    },
    true,
  );

  Scalar.createApiReference(root, {
    url: descriptionUrl,
    customFetch: send,
    // The page's own server, whatever the description names: the policy of the page allows no other.
    servers: [{ url: base }],
    localization: { locale: settings.language === 'zh' ? 'zh-cn' : settings.language },
    documentDownloadType: 'none',
    hideClientButton: true,
    // The bar above it follows the system's scheme too.
    hideDarkModeToggle: true,
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    proxyUrl: '',
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hiddenClients: true,
    defaultOpenFirstTag: true,
    // Its maker's name and link.
    customCss: '.darklight-reference a[href*="scalar.com"] { display: none }',
  });
}

/** What the page tells its script. */
interface Settings {
  readonly language: string;
  /** What stands before every path of the API. */
  readonly prefix: string;
  /** Whether somebody who is signed in gets a key. */
  readonly issuesKeys: boolean;
  readonly needsKey: string;
  /** What an answer is told as that leads elsewhere. */
  readonly redirects: string;
  /** What to do about it where asking again changes nothing. */
  readonly followRedirect: string;
  /** The text of the link to the keys; null where there is none. */
  readonly createKey: string | null;
  readonly close: string;
}

/** What the library defines. */
declare const Scalar: { createApiReference(element: Element, configuration: object): unknown };

/** The script as the browser gets it. */
export const EXPLORER_SCRIPT = `'use strict';\n(${startExplorer})(${JSON.stringify(UNKNOWN_ORIGIN)});\n`;
