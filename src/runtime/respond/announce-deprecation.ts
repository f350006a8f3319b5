import { listParameters, parsePathTemplate } from '../../protocol/path-template.js';
import type { Exchange } from '../exchange.js';
import { decodeComponent } from '../request/decode-component.js';
import type { Route } from '../route-table.js';
import type { Answer } from './answer.js';

/** What the announcement looks at of a request: its path as the host sees it, and its target as it was sent. */
type Located = Pick<Exchange, 'path' | 'url'>;

/**
 * Prepares what sets the headers that announce a route's deprecation. A link holds a URI reference,
 * which has no braces (RFC 8288, 3.1): `{name}` in it stands for what the request has in its own path there. Where
 * the router is mounted under a prefix, the link leads there, too.
 */
export function prepareDeprecation({
  path,
  deprecation = {},
}: Route): (answer: Answer, captures: readonly string[], request: Located) => void {
  const { Link: link, ...rest } = deprecation;
  const always = Object.entries(rest);
  const segments = parsePathTemplate(path);
  const names = 'error' in segments ? [] : listParameters(segments);
  return (answer, captures, request) => {
    for (const [name, value] of always) answer.add(name, value);
    if (link === undefined) return;
    const filled = link.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const text = decodeComponent(captures[names.indexOf(name)] ?? '');
      return text ? encodeURIComponent(text) : hole;
    });
    if (!filled.includes('{')) answer.add('Link', filled.replace(/^<(?=\/)/, `<${findMount(request)}`));
  };
}

/** What the host took off the target's path before the router saw it; empty where that is no prefix, or no plain one. */
function findMount({ path, url }: Located): string {
  const target = url.split('?', 1)[0] ?? '';
  const prefix = target.endsWith(path) ? target.slice(0, -path.length) : '';
  return /^(\/[\w.~-]+)*$/.test(prefix) ? prefix : '';
}
