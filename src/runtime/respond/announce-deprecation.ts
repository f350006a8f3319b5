import { listParameters, parsePathTemplate } from '../../protocol/path-template.js';
import type { Exchange } from '../exchange.js';
import { decodeComponent } from '../request/decode-component.js';
import type { Route } from '../route-table.js';
import type { Answer } from './answer.js';

/** The path as the host sees it, and the target as sent. */
type RequestTarget = Pick<Exchange, 'path' | 'url'>;

/**
 * Prepares the function that sets the headers announcing a route's deprecation. A `Link` contains a URI reference,
 * which has no braces (RFC 8288, 3.1): `{name}` is replaced by the request's path parameter of that name. If the router
 * is mounted under a prefix, so is the link.
 */
export function prepareDeprecation({
  path,
  deprecation = {},
}: Route): (answer: Answer, captures: readonly string[], request: RequestTarget) => void {
  const { Link: link, ...rest } = deprecation;
  const always = Object.entries(rest);
  const segments = parsePathTemplate(path);
  const names = 'error' in segments ? [] : listParameters(segments);
  return (answer, captures, request) => {
    for (const [name, value] of always) answer.add(name, value);
    if (link === undefined) return;
    const filled = link.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const text = decodeComponent(captures[names.indexOf(name)] ?? '');
      return text ? encodeURIComponent(text) : placeholder;
    });
    if (!filled.includes('{')) answer.add('Link', filled.replace(/^<(?=\/)/, `<${findMount(request)}`));
  };
}

/** Returns the prefix that the host stripped from the target's path; empty if it is no prefix, or not a plain one. */
function findMount({ path, url }: RequestTarget): string {
  const target = url.split('?', 1)[0] ?? '';
  const prefix = target.endsWith(path) ? target.slice(0, -path.length) : '';
  return /^(\/[\w.~-]+)*$/.test(prefix) ? prefix : '';
}
