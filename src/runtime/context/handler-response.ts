import Cookies from 'cookies';
import type { CookieOptions, ResponseCookies, ResponseOptions } from '../../definition/context.js';

/** What a handler sets on the answer. Cookies are headers, too, made by the package that Koa has for them. */
export class HandlerResponse implements ResponseOptions {
  status: number | undefined = undefined;
  readonly headers: Record<string, string | number | readonly string[]> = {};

  get cookies(): ResponseCookies {
    return {
      set: (name: string, value: string | null, options: CookieOptions = {}) => {
        const cookie = new Cookies.Cookie(name, value ?? '', options);
        const known = Object.keys(this.headers).find((key) => key.toLowerCase() === 'set-cookie');
        const before = this.headers[known ?? 'set-cookie'] ?? [];
        this.headers[known ?? 'set-cookie'] = [...[before].flat().map(String), cookie.toHeader()];
      },
    };
  }
}
