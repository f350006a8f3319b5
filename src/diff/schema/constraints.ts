import { type DescriptionNode, listMembers, stepInto, targetOf } from '../description-node.js';
import { isObject, isSame, printStable } from '../json.js';

/** Keywords that are compared as a whole; those of one row belong together. */
const UNITS: readonly (readonly string[])[] = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['patternProperties'],
  ['propertyNames'],
  ['unevaluatedItems'],
  ['unevaluatedProperties'],
  ['contentSchema'],
  ['$dynamicRef'],
];

/** The constraints that cannot be compared in parts: their text by the first keyword of their row. */
export function readConstraints(nodes: readonly DescriptionNode[]): ReadonlyMap<string, string> {
  const constraints = new Map<string, string>();
  for (const unit of UNITS) {
    const [leading = ''] = unit;
    const texts = nodes
      .filter((node) => isDemanding(stepInto(node, leading), leading))
      .map((node) => unit.map((keyword) => printResolved(stepInto(node, keyword), [])).join(' '));
    if (texts.length > 0) constraints.set(leading, [...new Set(texts)].sort().join(' '));
  }
  return constraints;
}

/** Whether a keyword's value constrains anything; `propertyNames: { type: 'string' }` does not. */
function isDemanding({ value }: DescriptionNode, keyword: string): boolean {
  if (value === undefined || value === true || isSame(value, {}))
    return keyword === 'not' && value !== undefined;
  return !(keyword === 'propertyNames' && isSame(value, { type: 'string' }));
}

/** The value as text with references resolved, so that a change of a target shows. */
function printResolved(node: DescriptionNode, above: readonly string[]): string {
  const { value, pointer } = node;
  if (!isObject(value) && !Array.isArray(value)) return printStable(value ?? null);
  const target = targetOf(node);
  if (target) {
    if (above.includes(target.pointer)) return JSON.stringify(target.pointer);
    return printResolved(target, [...above, target.pointer]);
  }
  const members = listMembers(node).map(
    ([key, member]) => `${JSON.stringify(key)}:${printResolved(member, [...above, pointer])}`,
  );
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.sort().join()}}`;
}
