/**
 * Whether a file of the procedures folder, named by its path inside with `/`, is read for procedures. Files and
 * folders whose name starts with `_` are not, nor are tests and declarations.
 */
export function isProcedureFile(inside: string): boolean {
  if (!inside.endsWith('.ts') || inside.endsWith('.d.ts') || inside.endsWith('.test.ts')) return false;
  return inside.split('/').every((part) => !part.startsWith('_'));
}
