import { dirname, posix } from 'node:path';

/** A path as the compiler has it: with `/`. */
export function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}

/** `path` relative to the project where it lies inside, whole where it does not. Paths have `/`. */
export function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The inverse of `relativeTo`. */
export function absolute(root: string, path: string): string {
  return /^([a-zA-Z]:)?\//.test(path) ? path : `${root}/${path}`;
}

/** A folder and those around it, the innermost first. */
export function listAncestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...listAncestors(above)];
}

/** How a module in `folder` imports another; both paths are relative to the same folder, or absolute. */
export function printSpecifier(folder: string, path: string): string {
  const relative = posix.relative(folder, path);
  return relative.startsWith('../') ? relative : `./${relative}`;
}
