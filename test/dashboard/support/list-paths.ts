import { DASHBOARD_ROUTES } from '../../../src/dashboard/routes.js';

export interface ServedPath {
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
}

/** Every route of the dashboard as a path that it matches, `keyId` in the place of its key. */
export function listPaths(keyId: string): readonly ServedPath[] {
  return DASHBOARD_ROUTES.map((route) => {
    const path = route.path.source
      .replace(/^\^/, '')
      .replace(/\$$/, '')
      .replaceAll('\\/?', '')
      .replaceAll('\\/', '/')
      .replace('([\\w-]+)', keyId);
    if (!route.path.test(path)) throw new Error(`What does ${route.path} match? ${path} it does not.`);
    const methods = (['GET', 'POST'] as const).filter((method) => route[method] !== undefined);
    return { path, methods };
  });
}
