import { UNKNOWN_ORIGIN } from './complete-description.js';

/**
 * Starts the library on the page and sends its requests. The browser gets the source text of this function, so it must
 * not use anything else of this module. `unknownOrigin` is the placeholder in samples for the page's own origin.
 */
function startExplorer(unknownOrigin: string): void {
  const root = document.getElementById('explorer') as HTMLElement;
  const notice = document.getElementById('explorer-notice') as HTMLElement;
  const settings: Settings = JSON.parse(root.dataset.settings as string);
  const base = location.origin + location.pathname.replace(/\/docs\/?$/, '');
  const descriptionUrl = `${base}/docs/openapi.json`;
  /** The user's key, once the first request has fetched it; null if nobody is signed in. */
  let key: Promise<string | null> | undefined;

  async function loadDescription(): Promise<Response> {
    const response = await fetch(descriptionUrl);
    // A visitor who has signed out meanwhile is redirected to the sign-in page.
    if (response.status === 401) location.reload();
    const text = await response.text();
    const { status } = response;
    const headers = { 'Content-Type': 'application/json' };
    const ownUrl = base.slice(0, base.length - settings.prefix.length);
    return new Response(text.replaceAll(unknownOrigin, ownUrl), { status, headers });
  }

  async function requestKey(): Promise<string | null> {
    const response = await fetch(`${base}/docs/key`, { method: 'POST' });
    if (response.status === 401) return null;
    const { message, payload } = await response.json();
    if (!response.ok) throw new Error(message);
    return payload.key;
  }

  /** Fetches the key at most once at a time. Retries after a failure, but not if nobody is signed in. */
  async function readKey(): Promise<string | null> {
    if (!settings.issuesKeys) return null;
    key ??= requestKey();
    try {
      return await key;
    } catch (error) {
      key = undefined;
      showNotice((error as Error).message);
      return null;
    }
  }

  /** Normalizes the key that the reader entered: drops a `Bearer` that was copied along with it. */
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
    // An application with its own authentication may identify its users by a cookie.
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
      // The key has expired, or another window has replaced it.
      key = undefined;
      ({ response } = await attempt());
    }
    // Scripts cannot see the target, and the library would show a response without a status.
    if (response.type === 'opaqueredirect') {
      const { redirects, followRedirect } = settings;
      throw new Error(request.method === 'GET' ? `${redirects} ${followRedirect}` : redirects);
    }
    // A failure to create the key is already shown.
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

  // A key is often copied together with the scheme before it.
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
    // The page's own server, whatever the description names: the page's policy permits no other.
    servers: [{ url: base }],
    localization: { locale: settings.language === 'zh' ? 'zh-cn' : settings.language },
    documentDownloadType: 'none',
    hideClientButton: true,
    // The bar above it follows the system's color scheme.
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
    // Hides the library's own name and link.
    customCss: '.darklight-reference a[href*="scalar.com"] { display: none }',
  });
}

/** The settings that the page passes to its script. */
interface Settings {
  readonly language: string;
  /** The prefix of every path of the API. */
  readonly prefix: string;
  /** Whether a signed-in user gets a key. */
  readonly issuesKeys: boolean;
  readonly needsKey: string;
  /** The message for a response that redirects. */
  readonly redirects: string;
  /** What to do about it if repeating the request does not help. */
  readonly followRedirect: string;
  /** The text of the link to the keys; null if there is none. */
  readonly createKey: string | null;
  readonly close: string;
}

/** The global of the library. */
declare const Scalar: { createApiReference(element: Element, configuration: object): unknown };

/** The script as the browser gets it. */
export const EXPLORER_SCRIPT = `'use strict';\n(${startExplorer})(${JSON.stringify(UNKNOWN_ORIGIN)});\n`;
