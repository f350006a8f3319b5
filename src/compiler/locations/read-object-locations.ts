import type { Node } from 'ts-morph';
import { findInitializer, nameOfProperty, unwrap } from './call-chain.js';
import { keyOf } from './chain-locations.js';
import type { NoteLocation } from './note-locations.js';
import { tsMorph } from './ts-morph.js';

/** Notes where each value of an object literal stands, the file's own constants and their spreads included. */
export function readObjectLocations(expression: Node, path: string, note: NoteLocation): void {
  const written = unwrap(expression);
  if (path !== '') note(path, written);
  const value = resolveConstant(written) ?? written;
  const prefix = path === '' ? '' : `${path}.`;
  if (tsMorph.Node.isArrayLiteralExpression(value)) {
    for (const [index, element] of value.getElements().entries()) {
      readObjectLocations(element, `${prefix}${index}`, note);
    }
  }
  if (!tsMorph.Node.isObjectLiteralExpression(value)) return;
  for (const property of value.getProperties()) {
    if (tsMorph.Node.isSpreadAssignment(property)) {
      const spread = resolveConstant(property.getExpression());
      if (spread) readObjectLocations(spread, path, note);
      continue;
    }
    const name = property.getNameNode();
    const key = nameOfProperty(name);
    if (key === null) continue;
    note(keyOf(prefix + key), name);
    const given = tsMorph.Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
    if (given) readObjectLocations(given, prefix + key, note);
    else note(prefix + key, name);
  }
}

/** The value at a path of keys inside an object literal, looked for as above; undefined when the text does not tell. */
export function findValue(expression: Node, [key, ...rest]: readonly string[]): Node | undefined {
  if (key === undefined) return expression;
  const value = resolveConstant(expression) ?? unwrap(expression);
  if (!tsMorph.Node.isObjectLiteralExpression(value)) return undefined;
  for (const property of value.getProperties().toReversed()) {
    if (tsMorph.Node.isSpreadAssignment(property)) {
      const found = findValue(property.getExpression(), [key, ...rest]);
      if (found) return found;
    } else if (nameOfProperty(property.getNameNode()) === key) {
      const isShort = tsMorph.Node.isShorthandPropertyAssignment(property);
      const given = isShort
        ? property.getNameNode()
        : tsMorph.Node.isPropertyAssignment(property) && property.getInitializer();
      return given ? findValue(given, rest) : undefined;
    }
  }
  return undefined;
}

/** The object or array that a constant of the same file is given. */
function resolveConstant(expression: Node): Node | null {
  const initializer = findInitializer(unwrap(expression));
  const constant = initializer && unwrap(initializer);
  const isRead =
    tsMorph.Node.isObjectLiteralExpression(constant) || tsMorph.Node.isArrayLiteralExpression(constant);
  return isRead ? constant : null;
}
