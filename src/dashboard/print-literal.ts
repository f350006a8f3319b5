const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Prints JSON data as a JavaScript expression on one line: `{ id: 1 }`. */
export function printLiteral(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${printPropertyName(name)}: ${printLiteral(member)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

export function printPropertyName(name: string): string {
  return IDENTIFIER.test(name) ? name : printText(name);
}

/** Prints the function of an operation in the generated client `api`: `api.items.list`. */
export function printClientMethod(operation: string): string {
  const members = operation
    .split('.')
    .map((name) => (IDENTIFIER.test(name) ? `.${name}` : `[${printText(name)}]`));
  return `api${members.join('')}`;
}

/** Uses single quotes, as is usual in code, unless the text needs escapes. */
function printText(text: string): string {
  const quoted = JSON.stringify(text);
  return /['"\\]/.test(quoted.slice(1, -1)) ? quoted : `'${text}'`;
}
