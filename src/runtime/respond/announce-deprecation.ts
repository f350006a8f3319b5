import { listParameters, parsePathTemplate } from '../../protocol/path-template.js';
import { decodeComponent } from '../request/decode-component.js';
import type { Route } from '../route-table.js';
import { listHeaders } from './security-headers.js';

/**
 * Prepares the headers that announce a route's deprecation, names and values by turns. A link holds a URI reference, which has no braces (RFC
 * 8288, 3.1): `{name}` in it stands for what the request has in its own path there.
 */
export function prepareDeprecation({
  path,
  deprecation = {},
}: Route): (captures: readonly string[]) => readonly string[] {
  const { Link: link, ...rest } = deprecation;
  const always = listHeaders(rest);
  if (link === undefined) return () => always;
  if (!link.includes('{')) {
    const headers = listHeaders(deprecation);
    return () => headers;
  }
  const segments = parsePathTemplate(path);
  const names = 'fault' in segments ? [] : listParameters(segments);
  return (captures) => {
    const filled = link.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const text = decodeComponent(captures[names.indexOf(name)] ?? '');
      return text ? encodeURIComponent(text) : hole;
    });
    return filled.includes('{') ? always : [...always, 'Link', filled];
  };
}
