/**
 * Says `anyOf` of nothing but types as a list of types, `["string", "null"]`, as zod does of all it has converted: most
 * tools show what may be null that way best.
 */
export function compactTypes(json: Record<string, unknown>): void {
  const { anyOf } = json;
  if (!Array.isArray(anyOf) || anyOf.length === 0 || json.type !== undefined) return;
  for (const member of anyOf) compactTypes(member);
  if (!anyOf.every(isType)) return;
  const types = [...new Set(anyOf.flatMap(({ type }) => type))];
  delete json.anyOf;
  json.type = types.length === 1 ? types[0] : types;
}

function isType(json: object): boolean {
  const keys = Object.keys(json);
  return keys.length === 1 && keys[0] === 'type';
}
