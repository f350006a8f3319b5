const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Adds names to a `Vary` header (RFC 9110, 12.5.5), each of them once, as Koa's `ctx.vary` does. Throws for an invalid
 * field name.
 */
export function appendVary(vary: string, field: string | readonly string[]): string {
  const fields = typeof field === 'string' ? split(field) : field;
  const invalid = fields.find((name) => !FIELD_NAME.test(name));
  if (invalid !== undefined)
    throw new TypeError(`"${invalid}" is not a header name, so Vary cannot contain it.`);
  const known = split(vary.toLowerCase());
  if (known.includes('*') || fields.includes('*')) return '*';
  let appended = vary;
  for (const name of fields) {
    if (known.includes(name.toLowerCase())) continue;
    known.push(name.toLowerCase());
    appended = appended === '' ? name : `${appended}, ${name}`;
  }
  return appended;
}

function split(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
