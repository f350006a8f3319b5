import { listParameters, parsePathTemplate } from '../../protocol/path-template.js';
import { decodeComponent } from '../request/decode-component.js';
import type { Route } from '../route-table.js';

type Headers = Readonly<Record<string, string>>;

/**
 * Prepares the headers that announce a route's deprecation. A link holds a URI reference, which has no braces (RFC
 * 8288, 3.1): `{name}` in it stands for what the request has in its own path there.
 */
export function prepareDeprecation({
  path,
  deprecation = {},
}: Route): (captures: readonly string[]) => Headers {
  const { Link: link, ...rest } = deprecation;
  if (link === undefined || !link.includes('{')) return () => deprecation;
  const segments = parsePathTemplate(path);
  const names = 'fault' in segments ? [] : listParameters(segments);
  return (captures) => {
    const filled = link.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const text = decodeComponent(captures[names.indexOf(name)] ?? '');
      return text ? encodeURIComponent(text) : hole;
    });
    return filled.includes('{') ? rest : { ...rest, Link: filled };
  };
}
