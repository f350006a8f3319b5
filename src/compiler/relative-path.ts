import { dirname, posix } from 'node:path';

/** Converts a path to the compiler's form, with `/`. */
export function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Returns `path` relative to the project if it is inside, else unchanged. Paths have `/`. */
export function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The inverse of `relativeTo`. */
export function absolute(root: string, path: string): string {
  return /^([a-zA-Z]:)?\//.test(path) ? path : `${root}/${path}`;
}

/** Lists a folder and its ancestors, innermost first. */
export function listAncestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...listAncestors(above)];
}

/** Returns the specifier that imports `path` from a module in `folder`; both are absolute or have the same base. */
export function printSpecifier(folder: string, path: string): string {
  const relative = posix.relative(folder, path);
  return relative.startsWith('../') ? relative : `./${relative}`;
}
