/** The prefix of every path, unless configured otherwise. */
export const DEFAULT_PREFIX = '/api';

/** A path after the prefix, such as `/items/:id`, in segments. */
export type PathSegment = { readonly literal: string } | { readonly parameter: string };

export type PathError =
  | { readonly error: 'no-slash' }
  | { readonly error: 'trailing-slash' }
  | { readonly error: 'empty-segment' }
  | { readonly error: 'optional-parameter'; readonly segment: string }
  | { readonly error: 'bad-parameter'; readonly segment: string }
  | { readonly error: 'bad-segment'; readonly segment: string }
  | { readonly error: 'repeated-parameter'; readonly segment: string };

const PARAMETER = /^(?::([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})$/;
const OPTIONAL_PARAMETER = /^(?::\w+[?*]|\{\w+[?*]\}|\{:?\w+\}[?*]|\{\/?:\w+\}|\(:\w+\)\??|\[:?\w+\])$/;
/** The characters of RFC 3986 `pchar` that no router reads as syntax. */
const LITERAL = /^[A-Za-z0-9\-._~$&'@%=,]+$/;

/** Parses `/items/:id` or the equivalent `/items/{id}`; returns a `PathError` for an invalid path. */
export function parsePathTemplate(path: string): readonly PathSegment[] | PathError {
  if (!path.startsWith('/')) return { error: 'no-slash' };
  if (path === '/') return [];
  if (path.endsWith('/')) return { error: 'trailing-slash' };
  const segments: PathSegment[] = [];
  const seen = new Set<string>();
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') return { error: 'empty-segment' };
    if (OPTIONAL_PARAMETER.test(segment)) return { error: 'optional-parameter', segment };
    const match = PARAMETER.exec(segment);
    const parameter = match?.[1] ?? match?.[2];
    if (parameter !== undefined) {
      if (seen.has(parameter)) return { error: 'repeated-parameter', segment };
      seen.add(parameter);
      segments.push({ parameter });
    } else if (/[:{}()[\]*?+]/.test(segment)) return { error: 'bad-parameter', segment };
    else if (segment === '.' || segment === '..' || !LITERAL.test(segment))
      return { error: 'bad-segment', segment };
    else segments.push({ literal: segment });
  }
  return segments;
}

/** The names of the parameters, in the path's order. */
export function listParameters(segments: readonly PathSegment[]): readonly string[] {
  return segments.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []));
}

/** `/items/:id`, the form of `@koa/router` and of the generated route table. */
export function printRouterPath(segments: readonly PathSegment[]): string {
  return `/${segments.map((segment) => ('literal' in segment ? segment.literal : `:${segment.parameter}`)).join('/')}`;
}

/** `/items/{id}`, the form of OpenAPI. */
export function printOpenApiPath(segments: readonly PathSegment[]): string {
  return `/${segments.map((segment) => ('literal' in segment ? segment.literal : `{${segment.parameter}}`)).join('/')}`;
}

/** `/items/{}`: equal for paths that match the same requests. */
export function printPathShape(segments: readonly PathSegment[]): string {
  return `/${segments.map((segment) => ('literal' in segment ? segment.literal : '{}')).join('/')}`;
}

/** Orders paths so that of two that match a request the more literal comes first: a fixed path beats a parameter. */
export function comparePathSpecificity(left: readonly PathSegment[], right: readonly PathSegment[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const isLeftFixed = 'literal' in (left[index] as PathSegment);
    const isRightFixed = 'literal' in (right[index] as PathSegment);
    if (isLeftFixed !== isRightFixed) return isLeftFixed ? -1 : 1;
  }
  return left.length - right.length;
}
