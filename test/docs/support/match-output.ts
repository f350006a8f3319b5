/** Whether a command printed what a page shows: a line `…` stands for any lines, `…` in a line for any text. */
export function matchesText(actual: string, shown: string): boolean {
  const pattern = trimLines(shown)
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\\n)*' : `${line.split('…').map(escapePattern).join('.*')}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${trimLines(actual)}\n`);
}

/** Whether commands printed this JSON, after lines of text or none; the string "…" stands for any value. */
export function matchesJson(actual: string, shown: string): boolean {
  try {
    return matches(JSON.parse(actual.slice(Math.max(0, actual.search(/^[{[]/m)))), JSON.parse(shown));
  } catch {
    return false;
  }
}

function matches(actual: unknown, shown: unknown): boolean {
  if (shown === '…') return actual !== undefined;
  if (typeof shown === 'string' && typeof actual === 'string') return matchesText(actual, shown);
  if (typeof shown !== 'object' || shown === null) return actual === shown;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(shown))
    return false;
  const keys = Object.keys(shown);
  if (keys.length !== Object.keys(actual).length) return false;
  return keys.every((key) => matches(Reflect.get(actual, key), Reflect.get(shown, key)));
}

function trimLines(text: string): string {
  return text.replace(/[ \t\r]+$/gm, '').trim();
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
