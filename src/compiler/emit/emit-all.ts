import type { ApiModel } from '../../model/api-model.js';
import type { Emitter } from '../../model/emitter.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import { type CustomTemplate, TEMPLATES, withTemplates } from '../config/load-templates.js';
import type { ProjectConfig } from '../config/project-config.js';
import { createDiagnostic, type Diagnostic, sortDiagnostics } from '../diagnostic.js';
import { describeThrown } from '../evaluate/trace-lines.js';
import type { Host } from '../host.js';
import { startOf } from '../source-location.js';
import { readClientParts, readMockParts } from './client/client-parts.js';
import { emitClient } from './client/emit-client.js';
import { emitMock } from './mock/emit-mock.js';
import { emitOpenApi } from './openapi/emit-openapi.js';
import { TemplateError } from './render-template.js';
import { emitRoutes } from './routes/emit-routes.js';

/** Output besides the description, the route table and the client. */
export interface Extras {
  /** The folder of the client as a package, relative to the project, with `/`. */
  readonly clientPackage?: string;
  /** Whether to write `client.mock.ts`. If the file exists, it is always written. */
  readonly mocks?: boolean;
}

export interface Emission {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly extras: Extras;
  /** The extension of imports between generated files. */
  readonly importExtension: '.js' | '.ts';
  /** The project's own templates. */
  readonly templates: readonly CustomTemplate[];
  /** The files that the model was built from, relative to the project. */
  readonly inputs: readonly string[];
}

export interface Emitted {
  /** Relative to the project. */
  readonly files: readonly OutputFile[];
  /** Errors in the project's own templates and emitters, sorted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints every generated file with the project's own templates, then runs the project's own emitters. */
export async function emitAll(model: ApiModel, emission: Emission, host: Host): Promise<Emitted> {
  const generated = await printGenerated(model, emission, host);
  const projectFiles = await runEmitters(model, emission, generated.files);
  return {
    files: [...generated.files, ...projectFiles.files],
    diagnostics: sortDiagnostics([...generated.diagnostics, ...projectFiles.diagnostics]),
  };
}

async function printGenerated(model: ApiModel, emission: Emission, host: Host): Promise<Emitted> {
  const { templates } = emission;
  try {
    const files = await emitFiles(model, emission, withTemplates(host, templates));
    return { files, diagnostics: reportMissingMarks(files, templates) };
  } catch (error) {
    const diagnostic = reportTemplateError(error, templates);
    if (!diagnostic) throw error;
    return { files: [], diagnostics: [diagnostic] };
  }
}

async function emitFiles(
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
  // Imported on demand: it loads TypeScript.
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

/** Reports an error thrown by a project's own template at its line; null if the error is not in such a template. */
function reportTemplateError(error: unknown, templates: readonly CustomTemplate[]): Diagnostic | null {
  if (!(error instanceof TemplateError)) return null;
  const own = templates.find(({ text }) => text === error.source);
  if (!own) return null;
  return createDiagnostic('invalid-template', { ...startOf(own.file), line: error.line }, error.message);
}

/** Reports output of own templates without its mark: a later build would not recognize it as generated. */
function reportMissingMarks(
  files: readonly OutputFile[],
  templates: readonly CustomTemplate[],
): readonly Diagnostic[] {
  const unmarked = files.filter(({ mark, text }) => mark !== undefined && !text.includes(mark));
  return unmarked.flatMap(({ path, mark }) => {
    const stem = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
    const own = templates.find(({ name }) => name === `${stem}.hbs`) ?? templates[0];
    if (!own) return [];
    const message = `The output for ${path} does not contain "${mark}", by which a build recognizes its own files.`;
    return createDiagnostic('invalid-template', startOf(own.file), message);
  });
}

/** Runs the project's own emitters, each on its own copy of the model. Errors point to the configuration. */
async function runEmitters(
  model: ApiModel,
  { config, templates, inputs }: Emission,
  printed: readonly OutputFile[],
): Promise<Emitted> {
  const { out, procedures, emitters } = config;
  const paths = { out, sources: [procedures, ...inputs, ...templates.map(({ file }) => file)] };
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const used = new Set(printed.map(({ path }) => path));
  for (const { emit, location } of emitters) {
    const emitted = await callEmitter(emit, model);
    if (typeof emitted === 'string') {
      diagnostics.push(createDiagnostic('failing-emitter', location, emitted));
      continue;
    }
    for (const file of emitted) {
      const error = checkEmittedFile(file, used, paths);
      if (error) diagnostics.push(createDiagnostic('invalid-emitted-file', location, error));
      else {
        files.push(withMark(file));
        used.add(file.path);
      }
    }
  }
  return { files, diagnostics };
}

/** Returns an emitter's files, or what is wrong with its result. */
async function callEmitter(emit: Emitter, model: ApiModel): Promise<readonly OutputFile[] | string> {
  try {
    const emitted: unknown = await emit(structuredClone(model));
    return Array.isArray(emitted) ? emitted : 'The emitter did not return a list of files.';
  } catch (error) {
    return `The emitter failed: ${describeThrown(error)}`;
  }
}

/** Marks a file that contains the mark of generated files and declares none. */
function withMark(file: OutputFile): OutputFile {
  const isMarked = file.mark === undefined && file.text.includes(GENERATED_MARK);
  return isMarked ? { ...file, mark: GENERATED_MARK } : file;
}

function checkEmittedFile(
  file: unknown,
  used: ReadonlySet<string>,
  { out, sources }: { readonly out: string; readonly sources: readonly string[] },
): string | undefined {
  const { path, text, mark } = (typeof file === 'object' && file !== null ? file : {}) as Partial<OutputFile>;
  if (typeof path !== 'string' || typeof text !== 'string')
    return 'The emitter returned a file without `path` and `text`.';
  const name = JSON.stringify(path);
  if (mark !== undefined && !(typeof mark === 'string' && mark !== '' && text.includes(mark)))
    return `The text of ${name} does not contain its \`mark\`.`;
  if (!isInside(path))
    return `The emitter returned the path ${name}, which is not a plain path inside the project.`;
  if (used.has(path)) return `The file ${name} is written twice.`;
  if (RESERVED.test(path)) return `An emitter may not write the file ${name}.`;
  const source = sources.find((each) => path === each || path.startsWith(`${each}/`));
  if (source !== undefined) return `The file ${name} would be a source of the build.`;
  if (path.startsWith(`${out}/`) || mark !== undefined || text.includes(GENERATED_MARK)) return undefined;
  return `The file ${name} is outside of "${out}" and has no \`mark\`, by which a build recognizes its own files.`;
}

/** Whether a path is written as in git: relative, with `/`, without empty parts, `.` or `..`. */
function isInside(path: string): boolean {
  const parts = path.split('/');
  return !/[\\\0:]/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

const RESERVED = /^(?:\.git|\.procgen|node_modules)(?:\/|$)|(?:^|\/)node_modules\//;
