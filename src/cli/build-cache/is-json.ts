/** Whether plain data comes back from JSON as it is; members that are `undefined` count as none. */
export function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      return Array.isArray(value) ? value.every(isJson) : isPlain(value) && hasJsonMembers(value);
    default:
      return false;
  }
}

function hasJsonMembers(value: object): boolean {
  for (const key in value) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined && !isJson(member)) return false;
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
