/** As much of a browser as signing in needs: a jar of cookies by host, `SameSite=Lax`, fetch metadata, and forms. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export class FetchBrowser {
  /** By host name: ports share a jar (RFC 6265, 8.5). */
  readonly #jars = new Map<string, Cookie[]>();
  /** Every address that was asked for. */
  readonly visited: string[] = [];

  /** Goes to an address as if it was typed, or from a page that links there. */
  async open(address: string | URL, from: Page | null = null): Promise<Page> {
    return this.#go({ url: new URL(address, from?.url), method: 'GET', initiator: from?.url ?? null });
  }

  /** Follows the link with this text. */
  async follow(page: Page, label: string): Promise<Page> {
    const link = [...page.text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].find(
      ([, , text]) => text?.trim() === label,
    );
    if (!link) throw new Error(`There is no link "${label}" at ${page.url}:\n${page.text}`);
    return this.open(decodeEntities(link[1] ?? ''), page);
  }

  /** Fills in and sends the form whose action contains `action`, with what is hidden in it. */
  async submit(page: Page, fields: Record<string, string> = {}, action = ''): Promise<Page> {
    const form = [...page.text.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)]
      .map(([, attributes = '', content = '']) => ({
        action: decodeEntities(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
        content,
      }))
      .find((candidate) => candidate.action.includes(action));
    if (!form) throw new Error(`There is no form for "${action}" at ${page.url}:\n${page.text}`);
    const hidden = [...form.content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, decodeEntities(value)] as const,
    );
    return this.#go({
      url: new URL(form.action, page.url),
      method: 'POST',
      initiator: page.url,
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
    });
  }

  cookies(url: string): readonly Cookie[] {
    return this.#jars.get(new URL(url).hostname) ?? [];
  }

  /** Drops the cookies of a host. */
  forget(url: string): void {
    this.#jars.delete(new URL(url).hostname);
  }

  setCookie(url: string, name: string, value: string): void {
    const jar = this.#jars.get(new URL(url).hostname) ?? [];
    const others = jar.filter((cookie) => cookie.name !== name);
    this.#jars.set(new URL(url).hostname, [...others, { name, value, path: '/' }]);
  }

  async #go(request: {
    url: URL;
    method: string;
    initiator: URL | null;
    body?: URLSearchParams;
  }): Promise<Page> {
    let { url, method, body } = request;
    let site = siteOf(request.initiator, url);
    for (let hops = 0; hops < 20; hops++) {
      this.visited.push(url.href);
      const isLax = method === 'GET' || site === 'same-origin' || site === 'none';
      const cookie = isLax ? this.#printCookies(url) : '';
      const answer = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': site, ...(cookie === '' ? {} : { Cookie: cookie }) },
        ...(body === undefined ? {} : { body }),
      });
      this.#keepCookies(url, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status > 399 || location === null) {
        return { url, status: answer.status, headers: answer.headers, text: await answer.text() };
      }
      await answer.body?.cancel();
      const next = new URL(location, url);
      // A chain that once left the site stays what it is (Fetch Metadata, 2.4).
      const step = siteOf(url, next);
      site = site === 'none' ? 'none' : step === 'same-origin' ? site : step;
      [url, method, body] = [next, 'GET', undefined];
    }
    throw new Error(`Too many redirects, the last to ${url}.`);
  }

  #printCookies({ hostname, pathname }: URL): string {
    return (this.#jars.get(hostname) ?? [])
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies({ hostname }: URL, headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
      const isOver = attributes.some((part) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(part));
      const kept = (this.#jars.get(hostname) ?? []).filter((old) => old.name !== name || old.path !== path);
      const cookie = { name, value: pair.slice(pair.indexOf('=') + 1), path };
      this.#jars.set(hostname, isOver ? kept : [...kept, cookie]);
    }
  }
}

function siteOf(initiator: URL | null, url: URL): 'none' | 'same-origin' | 'same-site' | 'cross-site' {
  if (initiator === null) return 'none';
  if (initiator.origin === url.origin) return 'same-origin';
  return initiator.hostname === url.hostname ? 'same-site' : 'cross-site';
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
