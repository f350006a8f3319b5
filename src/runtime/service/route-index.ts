import { type PathSegment, parsePathTemplate } from '../../protocol/path-template.js';
import type { Entry } from '../exchange.js';

export interface Match<E extends Entry> {
  readonly entry: E;
  /** The raw segments that match parameters of the path. */
  readonly captures: readonly string[];
}

export interface RouteIndex<E extends Entry> {
  /** Takes the same time for a thousand entries as for one. HEAD is answered as GET. */
  find(method: string, path: string): Match<E> | undefined;
  /** Lists the methods of all entries that match a path. */
  listMethods(path: string): ReadonlySet<string>;
}

interface Ranked<E extends Entry> extends Match<E> {
  readonly rank: number;
}

/** A prefix of paths: the entries that end here, and the segments that can follow. */
interface Node<E extends Entry> {
  readonly byMethod: Map<string, Ranked<E>>;
  readonly literals: Map<string, Node<E>>;
  parameter: Node<E> | undefined;
}

const NONE: readonly string[] = [];

/**
 * Creates an index that finds the same entries as @koa/router with `sensitive` and `strict`, without trying them all.
 * Paths without parameters are looked up as a whole. Throws for a path that is not a template.
 */
export function createRouteIndex<E extends Entry>(prefix: string, entries: readonly E[]): RouteIndex<E> {
  const whole = new Map<string, Map<string, Ranked<E>>>();
  const root = createNode<E>();
  for (const [rank, entry] of entries.entries()) {
    const segments = parsePathTemplate(entry.path);
    if ('error' in segments) throw new TypeError(`A router cannot serve the path "${entry.path}".`);
    const isWhole = segments.every((segment) => 'literal' in segment);
    const byMethod = isWhole
      ? getOrCreate(whole, prefix + entry.path, () => new Map())
      : insert(root, segments).byMethod;
    for (const method of listMethods(entry)) {
      if (!byMethod.has(method)) byMethod.set(method, { entry, rank, captures: NONE });
    }
  }
  const hasParameters = root.literals.size > 0 || root.parameter !== undefined;

  /** Calls `visit` with each node at which `path` ends. */
  function walk(path: string, visit: (node: Node<E>, captures: readonly string[]) => void): void {
    if (!hasParameters || !path.startsWith(`${prefix}/`)) return;
    descend(root, path.slice(prefix.length + 1).split('/'), 0, NONE, visit);
  }

  function findByWalk(method: string, path: string): Ranked<E> | undefined {
    let found: Ranked<E> | undefined;
    walk(path, ({ byMethod }, captures) => {
      const other = byMethod.get(method);
      if (other && (!found || other.rank < found.rank))
        found = { entry: other.entry, rank: other.rank, captures };
    });
    return found;
  }

  // An entry with parameters takes precedence over later ones without.
  for (const [path, byMethod] of whole) {
    for (const [method, known] of byMethod) {
      const other = findByWalk(method, path);
      if (other && other.rank < known.rank) byMethod.set(method, other);
    }
  }

  return {
    find: (method, path) => whole.get(path)?.get(method) ?? findByWalk(method, path),
    listMethods(path) {
      const methods = new Set(whole.get(path)?.keys());
      walk(path, ({ byMethod }) => {
        for (const method of byMethod.keys()) methods.add(method);
      });
      return methods;
    },
  };
}

function createNode<E extends Entry>(): Node<E> {
  return { byMethod: new Map(), literals: new Map(), parameter: undefined };
}

function listMethods({ methods }: Entry): readonly string[] {
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function insert<E extends Entry>(root: Node<E>, segments: readonly PathSegment[]): Node<E> {
  let node = root;
  for (const segment of segments) {
    if ('literal' in segment) node = getOrCreate(node.literals, segment.literal, createNode<E>);
    else node = node.parameter ??= createNode<E>();
  }
  return node;
}

/** Branches at most in two per segment, and only where entries do. */
function descend<E extends Entry>(
  node: Node<E>,
  segments: readonly string[],
  depth: number,
  captures: readonly string[],
  visit: (node: Node<E>, captures: readonly string[]) => void,
): void {
  const segment = segments[depth];
  if (segment === undefined) {
    visit(node, captures);
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) descend(literal, segments, depth + 1, captures, visit);
  if (node.parameter && segment !== '') {
    descend(node.parameter, segments, depth + 1, [...captures, segment], visit);
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
