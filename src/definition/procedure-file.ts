/**
 * Whether the file at `inside`, a path in the procedures folder separated by `/`, is read for procedures. Names that
 * start with `_` are skipped, of folders too, as are tests (`*.test.ts`, `*.spec.ts`) and declarations.
 */
export function isProcedureFile(inside: string): boolean {
  if (!inside.endsWith('.ts') || /\.(?:d|test|spec)\.ts$/.test(inside)) return false;
  return inside.split('/').every((part) => !part.startsWith('_'));
}
