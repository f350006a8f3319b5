import { DescriptionError } from './description-error.js';
import { isObject, type Json, type JsonObject } from './json.js';

/** A value of a description and its location. */
export interface DescriptionNode {
  readonly document: JsonObject;
  /** Undefined where the description has none. */
  readonly value: Json | undefined;
  /** A JSON pointer (RFC 6901), unique in its document. */
  readonly pointer: string;
  /** The schemas that apply together, if the node is none of the document; `value` joins them by `allOf`. */
  readonly parts?: readonly DescriptionNode[];
}

export function rootNode(document: JsonObject): DescriptionNode {
  return { document, value: document, pointer: '' };
}

/** The node below `node` at these keys; its value is undefined when there is none. */
export function stepInto(node: DescriptionNode, ...keys: readonly (string | number)[]): DescriptionNode {
  let { value, pointer } = node;
  for (const key of keys) {
    value = readMember(value, key);
    pointer += `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return { document: node.document, value, pointer };
}

/** The entries of an object or the items of an array as nodes; none for other values. */
export function listMembers(node: DescriptionNode): readonly (readonly [string, DescriptionNode])[] {
  const { value } = node;
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.keys(value).map((key) => [key, stepInto(node, key)]);
}

/** The end of a chain of references; the node itself when it is no reference. */
export function follow(node: DescriptionNode): DescriptionNode {
  const seen = new Set<string>();
  let at = node;
  for (let target = targetOf(at); target; target = targetOf(at)) {
    if (seen.has(target.pointer))
      throw new DescriptionError(`The reference at "#${node.pointer}" refers to itself.`);
    seen.add(target.pointer);
    at = target;
  }
  return at;
}

/** The target of a reference; undefined when the node is none. */
export function targetOf(node: DescriptionNode): DescriptionNode | undefined {
  const reference = isObject(node.value) ? node.value.$ref : undefined;
  if (typeof reference !== 'string') return undefined;
  if (reference !== '#' && !reference.startsWith('#/')) {
    throw new DescriptionError(
      `"#${node.pointer}" refers to "${reference}", which is outside of the description. Bundle it into one file first.`,
    );
  }
  const keys = reference
    .split('/')
    .slice(1)
    .map((key) => decodeKey(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = stepInto(rootNode(node.document), ...keys);
  if (target.value !== undefined) return target;
  throw new DescriptionError(`"#${node.pointer}" refers to "${reference}", which does not exist.`);
}

/** The name of the component at the node; undefined when the node is none. */
export function componentName(node: DescriptionNode): string | undefined {
  return /^\/components\/\w+\/([^/]+)$/.exec(node.pointer)?.[1];
}

/** A text below the node; undefined when there is none. */
export function readText(node: DescriptionNode, key: string): string | undefined {
  const { value } = stepInto(node, key);
  return typeof value === 'string' ? value : undefined;
}

export function isTrue(node: DescriptionNode, key: string): boolean {
  return stepInto(node, key).value === true;
}

/** The extension keywords (`x-…`) of either node. */
export function listExtensions(base: DescriptionNode, head: DescriptionNode): readonly string[] {
  const keys = [base, head].flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
  return [...new Set(keys.filter((key) => key.startsWith('x-')))];
}

function readMember(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
