import { IDEMPOTENCY_KEY_COMPONENT } from '../../protocol/service-headers.js';
import {
  type DescriptionNode,
  follow,
  isTrue,
  listMembers,
  readText,
  stepInto,
} from '../description-node.js';
import type { JsonObject } from '../json.js';
import type { Operation } from './operation.js';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly node: DescriptionNode;
  readonly serialization: JsonObject;
}

/** OpenAPI 3.1, section 4.8.12.2. */
const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** OpenAPI ignores header parameters of these names (section 4.8.12.1). */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** The parameter of the `Idempotency-Key` header, which clients send by a call option. */
const IDEMPOTENCY_KEY = `#/components/parameters/${IDEMPOTENCY_KEY_COMPONENT}`;

/**
 * The parameters of an operation and its path item, by location and name. Path parameters are numbered instead, so that a
 * new name is reported as a renaming.
 */
export function readParameters({ node, item, path }: Operation): ReadonlyMap<string, Parameter> {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const parameters = new Map<string, Parameter>();
  for (const owner of [item, node]) {
    for (const [, entry] of listMembers(stepInto(owner, 'parameters'))) {
      if (isIdempotencyKey(entry)) continue;
      const parameter = readParameter(follow(entry));
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      if (parameter.in === 'header' && IGNORED_HEADERS.includes(name)) continue;
      parameters.set(
        parameter.in === 'path' ? `path ${names.indexOf(name)}` : `${parameter.in} ${name}`,
        parameter,
      );
    }
  }
  return parameters;
}

/** Whether clients may send an `Idempotency-Key`, and then retry the call. */
export function takesIdempotencyKey({ node }: Operation): boolean {
  return listMembers(stepInto(node, 'parameters')).some(([, entry]) => isIdempotencyKey(entry));
}

function isIdempotencyKey(entry: DescriptionNode): boolean {
  return readText(entry, '$ref') === IDEMPOTENCY_KEY;
}

/** `Query parameter "limit"` */
export function printParameter(parameter: Parameter): string {
  const where = parameter.in.charAt(0).toUpperCase() + parameter.in.slice(1);
  return `${where} parameter \`${parameter.name}\``;
}

function readParameter(node: DescriptionNode): Parameter {
  const where = readText(node, 'in') ?? '';
  const style = readText(node, 'style') ?? DEFAULT_STYLES[where] ?? '';
  const explode = stepInto(node, 'explode').value;
  return {
    name: readText(node, 'name') ?? '',
    in: where,
    node,
    serialization: {
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      allowReserved: isTrue(node, 'allowReserved'),
      allowEmptyValue: isTrue(node, 'allowEmptyValue'),
    },
  };
}
