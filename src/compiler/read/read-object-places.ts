import type { Place } from '../place.js';
import { unwrap } from './builder-chain.js';
import { keyOf } from './key-of.js';
import type { ModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

export interface ScopedSource extends ParsedSource {
  readonly scope: ModuleScope;
}

/** Notes where each value of an object literal stands, the file's own constants and their spreads included. */
export function readObjectPlaces(
  source: ScopedSource,
  expression: ts.Expression,
  path: string,
  places: Map<string, Place>,
): void {
  const written = unwrap(expression);
  if (path !== '') places.set(path, placeOf(source, written));
  const value = resolveConstant(source, written) ?? written;
  const prefix = path === '' ? '' : `${path}.`;
  if (ts.isArrayLiteralExpression(value)) {
    value.elements.forEach((element, index) => {
      readObjectPlaces(source, element, `${prefix}${index}`, places);
    });
  }
  if (!ts.isObjectLiteralExpression(value)) return;
  for (const property of value.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = resolveConstant(source, property.expression);
      if (spread) readObjectPlaces(source, spread, path, places);
      continue;
    }
    const key = propertyKey(property.name);
    if (key === null) continue;
    const keyPlace = placeOf(source, property.name);
    places.set(keyOf(prefix + key), keyPlace);
    if (!ts.isPropertyAssignment(property)) places.set(prefix + key, keyPlace);
    else readObjectPlaces(source, property.initializer, prefix + key, places);
  }
}

/** The value at a path of keys inside an object literal, looked for as above; undefined when the text does not tell. */
export function findValue(
  source: ScopedSource,
  expression: ts.Expression,
  [key, ...rest]: readonly string[],
): ts.Expression | undefined {
  if (key === undefined) return expression;
  const value = resolveConstant(source, expression) ?? unwrap(expression);
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  for (const property of [...value.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const found = findValue(source, property.expression, [key, ...rest]);
      if (found) return found;
    } else if (property.name && propertyKey(property.name) === key) {
      if (ts.isPropertyAssignment(property)) return findValue(source, property.initializer, rest);
      return ts.isShorthandPropertyAssignment(property) ? findValue(source, property.name, rest) : undefined;
    }
  }
  return undefined;
}

function resolveConstant({ scope }: ScopedSource, expression: ts.Expression): ts.Expression | null {
  const value = unwrap(expression);
  const initializer = ts.isIdentifier(value) ? scope.variables.get(value.text)?.initializer : undefined;
  const constant = initializer && unwrap(initializer);
  return constant && (ts.isObjectLiteralExpression(constant) || ts.isArrayLiteralExpression(constant))
    ? constant
    : null;
}

function propertyKey(name: ts.PropertyName): string | null {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : null;
}
