import type { Metafile } from 'esbuild';

/** The project's own modules of a server bundle, each with those that it imports: relative to the project. */
export interface ModuleLinks {
  readonly [module: string]: readonly string[];
}

export function listLinks({ inputs }: Metafile): ModuleLinks {
  const own = Object.entries(inputs).filter(([path]) => !path.includes(':') && path !== 'server.ts');
  return Object.fromEntries(
    own.map(([path, { imports }]) => [
      path,
      imports.filter(({ external }) => !external).map((imported) => imported.path),
    ]),
  );
}
