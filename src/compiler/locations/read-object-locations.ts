import type { Node } from 'oxc-parser';
import { resolveConstant } from '../parse/find-members.js';
import { locationOf } from '../parse/location-of.js';
import { DEFAULT, type ModuleSyntax } from '../parse/module-syntax.js';
import { nameOfKey, unwrap } from '../parse/syntax-tree.js';
import type { SourceLocation } from '../source-location.js';

/** Returns the name under which the location of a key, not of its value, is recorded. */
export function keyOf(path: string): string {
  return `${path}@key`;
}

/** Records where each value of an object literal is, by dotted path, with constants and spreads of the same file. */
export function readObjectLocations(
  module: ModuleSyntax,
  expression: Node,
  path: string,
  locations: Map<string, SourceLocation>,
): void {
  const record = (at: string, node: Node) => locations.set(at, locationOf(module, node));
  const visit = (part: Node, at: string) => readObjectLocations(module, part, at, locations);
  if (path !== '') record(path, unwrap(expression));
  const value = resolveConstant(expression, module.declarations);
  const prefix = path === '' ? '' : `${path}.`;
  if (value.type === 'ArrayExpression') {
    for (const [index, element] of value.elements.entries()) if (element) visit(element, `${prefix}${index}`);
  }
  if (value.type !== 'ObjectExpression') return;
  for (const property of value.properties) {
    if (property.type === 'SpreadElement') {
      const spread = resolveConstant(property.argument, module.declarations);
      if (spread.type === 'ObjectExpression') visit(spread, path);
      continue;
    }
    const key = nameOfKey(property.key, property.computed);
    if (key === null) continue;
    record(keyOf(prefix + key), property.key);
    if (hasExpression(property)) visit(property.value, prefix + key);
    else record(prefix + key, property.key);
  }
}

/** Whether a property has an expression as its value, and is neither a method nor a shorthand. */
export function hasExpression({ kind, method, shorthand }: Node & { type: 'Property' }): boolean {
  return kind === 'init' && !method && !shorthand;
}

/** Locates each value of the configuration, by dotted path. */
export function readConfigLocations(module: ModuleSyntax): ReadonlyMap<string, SourceLocation> {
  const locations = new Map<string, SourceLocation>();
  const exported = module.declarations.get(DEFAULT);
  const value = exported?.nodes[0] && unwrap(exported.nodes[0]);
  const object = value?.type === 'CallExpression' ? (value.arguments[0] as Node | undefined) : value;
  if (object) readObjectLocations(module, object, '', locations);
  return locations;
}
