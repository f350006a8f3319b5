import type { Host } from '../host.js';
import type { ApiModel } from '../model/api-model.js';
import { readClientParts } from './client/client-parts.js';
import { emitClient } from './client/emit-client.js';
import { emitOpenApi } from './openapi/emit-openapi.js';
import type { OutputFile } from './output-file.js';
import { emitRoutes } from './routes/emit-routes.js';

/** The same from `src` and from `dist`. */
const ROUTES_TEMPLATE = new URL('../../../templates/routes.hbs', import.meta.url);

/** Prints every generated file, relative to the project. */
export async function emitAll(model: ApiModel, out: string, host: Host): Promise<readonly OutputFile[]> {
  const readText = (file: URL) => host.readPackageFile(file);
  const files = [
    emitClient(model, await readClientParts(readText)),
    emitOpenApi(model),
    emitRoutes(model, await readText(ROUTES_TEMPLATE)),
  ];
  return files.map(({ path, text }) => ({ path: `${out}/${path}`, text }));
}
