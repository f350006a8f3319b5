/** `a=1`, a repeated `a=1&a=2` for a list, `a[b]=1` for an object. */
export function addToQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) addToQuery(query, name, item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) addToQuery(query, `${name}[${key}]`, entry);
  } else query.append(name, String(value));
}
