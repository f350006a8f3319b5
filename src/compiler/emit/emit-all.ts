import type { Host } from '../host.js';
import type { ApiModel } from '../model/api-model.js';
import { readClientParts } from './client/client-parts.js';
import { emitClient } from './client/emit-client.js';
import { emitClientPackage } from './client-package/emit-client-package.js';
import { emitOpenApi } from './openapi/emit-openapi.js';
import { GENERATED_MARK, type OutputFile } from './output-file.js';
import { emitRoutes } from './routes/emit-routes.js';

/** What is written beside the description, the route table and the client. */
export interface Extras {
  /** The folder of the client as a package, relative to the project, with `/`. */
  readonly clientPackage?: string;
}

export interface EmitOptions {
  readonly root: string;
  /** The folder of the generated files, relative to the project. */
  readonly out: string;
  readonly extras: Extras;
}

/** The same from `src` and from `dist`. */
const TEMPLATES = new URL('../../../templates/', import.meta.url);

/** Prints every generated file, relative to the project. */
export async function emitAll(
  model: ApiModel,
  { root, out, extras }: EmitOptions,
  host: Host,
): Promise<readonly OutputFile[]> {
  const readText = (file: URL) => host.readPackageFile(file);
  const client = emitClient(model, await readClientParts(readText));
  const files = [
    { ...client, mark: GENERATED_MARK },
    emitOpenApi(model),
    { ...emitRoutes(model, await readText(new URL('routes.hbs', TEMPLATES))), mark: GENERATED_MARK },
  ];
  const folder = extras.clientPackage;
  if (folder === undefined) return moveInto(out, files);
  const readme = await readText(new URL('client-readme.hbs', TEMPLATES));
  const before = {
    manifest: await host.readFile(`${root}/${folder}/package.json`),
    readme: await host.readFile(`${root}/${folder}/README.md`),
  };
  return [
    ...moveInto(out, files),
    ...moveInto(folder, emitClientPackage(model, { client: client.text, readme, before })).map(
      (file): OutputFile => ({ ...file, isExtra: true }),
    ),
  ];
}

function moveInto(folder: string, files: readonly OutputFile[]): readonly OutputFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
