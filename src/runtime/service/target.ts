/** What a request is for. */
export interface Target {
  readonly path: string;
  /** Without its question mark. */
  readonly querystring: string;
}

/** Where a URL parser has something to clean up, or finds a fragment. */
const ODD = /[\t\n\f\r #\u00a0\ufeff]/;

/** Splits a target that is a path from the root and nothing odd, as Koa does; undefined for any other. */
export function splitTarget(url: string): Target | undefined {
  if (!url.startsWith('/') || ODD.test(url)) return undefined;
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, querystring: '' }
    : { path: url.slice(0, mark), querystring: url.slice(mark + 1) };
}
