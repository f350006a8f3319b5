import {
  type DescriptionNode,
  follow,
  listMembers,
  readText,
  rootNode,
  stepInto,
} from '../description-node.js';
import { isObject, type JsonObject } from '../json.js';

/** One operation of a description. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  /** As in the description. */
  readonly path: string;
  /** Method and path with the names of parameters removed, which do not change the URLs. */
  readonly route: string;
  readonly id: string | undefined;
  readonly node: DescriptionNode;
  /** The path item, whose parameters and servers apply to all of its operations. */
  readonly item: DescriptionNode;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations below `paths` or `webhooks`, in the order of the description. */
export function listOperations(description: JsonObject, section: 'paths' | 'webhooks'): readonly Operation[] {
  return listMembers(stepInto(rootNode(description), section)).flatMap(([path, entry]) => {
    const item = follow(entry);
    return listMembers(item).flatMap(([method, node]) =>
      METHODS.includes(method) && isObject(node.value)
        ? [
            {
              method: method.toUpperCase(),
              path,
              route: `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`,
              id: readText(node, 'operationId'),
              node,
              item,
            },
          ]
        : [],
    );
  });
}

/** `GET /items` */
export function printOperation({ method, path }: Operation): string {
  return `${method} ${path}`;
}
