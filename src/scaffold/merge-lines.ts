/** `before` with those lines of `wanted` at its end that it lacks; `wanted` itself where there is nothing yet. */
export function mergeLines(before: string | null, wanted: string): string {
  if (before === null) return wanted;
  const known = new Set(before.split(/\r?\n/).map(normalize));
  const missing = wanted.split('\n').filter((line) => line !== '' && !known.has(normalize(line)));
  if (missing.length === 0) return before;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${gap}${missing.join('\n')}\n`;
}

/** `/node_modules`, `node_modules` and `node_modules/` leave out the same folder of a project. */
function normalize(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}
