/**
 * Whether a file of the procedures folder, named by its path inside with `/`, is read for procedures. Files and
 * folders whose name starts with `_` are not, nor are tests (`*.test.ts`, `*.spec.ts`) and declarations.
 */
export function isProcedureFile(inside: string): boolean {
  if (!inside.endsWith('.ts') || /\.(?:d|test|spec)\.ts$/.test(inside)) return false;
  return inside.split('/').every((part) => !part.startsWith('_'));
}
