import type { ApiModel } from '../../model/api-model.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import { TEMPLATES } from '../config/load-templates.js';
import type { ProjectConfig } from '../config/project-config.js';
import type { Host } from '../host.js';
import { readClientParts, readMockParts } from './client/client-parts.js';
import { emitClient } from './client/emit-client.js';
import { emitMock } from './mock/emit-mock.js';
import { emitOpenApi } from './openapi/emit-openapi.js';
import { emitRoutes } from './routes/emit-routes.js';

/** What is written beside the description, the route table and the client. */
export interface Extras {
  /** The folder of the client as a package, relative to the project, with `/`. */
  readonly clientPackage?: string;
  /** Whether `client.mock.ts` is written; once it is there, it always is. */
  readonly mocks?: boolean;
}

export interface Emission {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly extras: Extras;
  /** What imports between generated files end in. */
  readonly importExtension: '.js' | '.ts';
}

/** Prints every generated file, relative to the project. */
export async function emitAll(
  model: ApiModel,
  { root, config: { out }, extras, importExtension }: Emission,
  host: Host,
): Promise<readonly OutputFile[]> {
  const readText = (file: URL) => host.readPackageFile(file);
  const marked = (file: OutputFile): OutputFile => ({ ...file, mark: GENERATED_MARK });
  const routes = marked(emitRoutes(model, await readText(new URL('routes.hbs', TEMPLATES))));
  const client = emitClient(model, await readClientParts(readText));
  const hasMock = extras.mocks === true || host.readFile(`${root}/${out}/client.mock.ts`) !== null;
  const mockParts = hasMock ? await readMockParts(readText) : undefined;
  const mock = mockParts && emitMock(model, mockParts, importExtension);
  const openapi = emitOpenApi(model);
  const own = mock ? [{ ...marked(mock), isExtra: true as const }] : [];
  const files = [marked(client), ...own, openapi, routes];
  const folder = extras.clientPackage;
  if (folder === undefined) return moveInto(out, files);
  // With it comes TypeScript.
  const { emitClientPackage } = await import('./client-package/emit-client-package.js');
  const parts = {
    client: client.text,
    mock: mockParts && emitMock(model, mockParts, '.js').text,
    readme: await readText(new URL('client-readme.hbs', TEMPLATES)),
    before: {
      manifest: host.readFile(`${root}/${folder}/package.json`),
      readme: host.readFile(`${root}/${folder}/README.md`),
    },
  };
  return [
    ...moveInto(out, files),
    ...moveInto(folder, emitClientPackage(model, parts)).map(
      (file): OutputFile => ({ ...file, isExtra: true }),
    ),
  ];
}

function moveInto(folder: string, files: readonly OutputFile[]): readonly OutputFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
