import type { Metafile } from 'esbuild';

/** The project's own modules of a server bundle, each with those that it imports: relative to the project. */
export interface ModuleLinks {
  readonly [module: string]: readonly string[];
}

/** Whether an input is a module of the project's, and not one that stands for the bundle's beginning or for nothing. */
export function isOwnInput(path: string): boolean {
  return !path.includes(':') && path !== 'server.ts';
}

export function listLinks({ inputs }: Metafile): ModuleLinks {
  const own = Object.entries(inputs).filter(([path]) => isOwnInput(path));
  return Object.fromEntries(
    own.map(([path, { imports }]) => [
      path,
      imports.filter(({ external }) => !external).map((imported) => imported.path),
    ]),
  );
}
