import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import type { TransportOptions } from '../../../src/client/index.js';
import type { RouteTable } from '../../../src/runtime/index.js';
import { startService, stopServices } from '../../runtime/support/start-service.js';
import { buildProject } from './build-project.js';

export interface ServedProject {
  readonly url: string;
  readonly routes: RouteTable;
  /** A client of the generated kind. */
  // biome-ignore lint/suspicious/noExplicitAny: it was generated a moment ago.
  readonly client: any;
  /** The text of `client.ts`. */
  readonly clientText: string;
  // biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
  readonly description: any;
  stop(): Promise<void>;
}

/** Builds a project of procedure files, serves it on a socket in production mode, and loads its client. */
export async function serveProject(files: Readonly<Record<string, string>>): Promise<ServedProject> {
  const { root, compilation, remove } = await buildProject(files);
  const faults = compilation.diagnostics.map(({ message }) => message);
  if (compilation.files.length === 0) throw new Error(faults.join('\n'));
  const module = await import(/* @vite-ignore */ pathToFileURL(join(root, 'generated/routes.ts')).href);
  const { routes } = module as { routes: RouteTable };
  const { url } = await startService({
    routes: routes.routes,
    ...(routes.plans && { plans: routes.plans }),
  });
  const textOf = (name: string) => compilation.files.find(({ path }) => path.endsWith(name))?.text ?? '';
  const clientText = textOf('client.ts');
  return {
    url,
    routes,
    client: await loadClient(clientText, url),
    clientText,
    description: JSON.parse(textOf('openapi.json')),
    async stop() {
      await stopServices();
      await remove();
    },
  };
}

async function loadClient(text: string, baseUrl: string): Promise<unknown> {
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  const { createClient } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as { createClient(options: TransportOptions): unknown };
  return createClient({ baseUrl, retries: 0 });
}
