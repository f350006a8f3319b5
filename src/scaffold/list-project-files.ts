import { renderTemplate } from '../compiler/emit/render-template.js';
import type { InitOptions } from './init-options.js';
import { mergeLines } from './merge-lines.js';
import type { ManifestParts } from './merge-manifest.js';
import { mergeManifest } from './merge-manifest.js';
import { type OwnPackage, readOwnFile } from './own-package.js';

/** A file that a new project is to have. */
export interface ProjectFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether it is not there with that text already. */
  readonly isChanged: boolean;
  /** What would be lost by writing the text where there is a file already; none where it keeps all that the file says. */
  readonly obstacles: readonly string[];
}

export interface ProjectFiles {
  readonly files: readonly ProjectFile[];
  /** Scripts of an existing package.json that keep their own meaning. */
  readonly keptScripts: readonly string[];
}

export interface ProjectRequest {
  readonly initOptions: InitOptions;
  readonly own: OwnPackage;
  /** How package.json names procgen. */
  readonly specifier: string;
  /** The project's own files as they are; null for what is not there. */
  readonly read: (path: string) => Promise<string | null>;
  /** A module of the project's own, as `findOwnModule` finds it; null when there is none. */
  readonly ownModule: string | null;
}

/** What is written as it stands in procgen's own package: path in the project to path in the package. */
const COPIES: Readonly<Record<string, string>> = {
  'procedures/health.ts': 'procedures/health.ts',
  'procedures/api-keys.ts': 'procedures/api-keys.ts',
  'procedures/_locales/en.json': 'procedures/_locales/en.json',
  'procedures/greetings.ts': 'templates/project/procedures/greetings.ts',
  'test/greetings.test.ts': 'templates/project/test/greetings.test.ts',
};

const CONFIG = 'procgen.config.ts';
const WORKFLOW = '.github/workflows/ci.yml';

/** The modules that a new project brings along. */
export const NEW_MODULES: readonly string[] = [CONFIG, ...Object.keys(COPIES)];

/** Every file of a new project, sorted; of what is there already, the manifest and .gitignore are added to and tsconfig.json is left alone. */
export async function listProjectFiles({
  initOptions,
  own,
  specifier,
  read,
  ownModule,
}: ProjectRequest): Promise<ProjectFiles> {
  const parts = describeManifest(initOptions, own, specifier);
  const manifestBefore = await read('package.json');
  const manifest = mergeManifest(manifestBefore, parts, ownModule);
  const config = renderTemplate(await readOwnFile('templates/project/procgen.config.hbs'), initOptions);
  const whole: [string, string][] = [[CONFIG, config]];
  for (const [path, source] of Object.entries(COPIES)) whole.push([path, await readOwnFile(source)]);
  if (initOptions.withWorkflow) whole.push([WORKFLOW, await readOwnFile('templates/project/workflow.yml')]);
  const ignoredBefore = await read('.gitignore');
  const ignored = mergeLines(ignoredBefore, await readOwnFile('templates/project/gitignore'));
  const files: ProjectFile[] = [
    { path: 'package.json', ...manifest, isChanged: manifest.text !== manifestBefore },
    { path: '.gitignore', text: ignored, obstacles: [], isChanged: ignored !== ignoredBefore },
  ];
  for (const [path, text] of whole) {
    const before = await read(path);
    const isChanged = before !== text;
    const isLost = before !== null && isChanged;
    files.push({ path, text, isChanged, obstacles: isLost ? [`${path} already exists`] : [] });
  }
  if ((await read('tsconfig.json')) === null) {
    const text = await readOwnFile('templates/project/tsconfig.json');
    files.push({ path: 'tsconfig.json', text, obstacles: [], isChanged: true });
  }
  return {
    files: files.sort((left, right) => (left.path < right.path ? -1 : 1)),
    keptScripts: manifest.keptScripts,
  };
}

function describeManifest(initOptions: InitOptions, own: OwnPackage, specifier: string): ManifestParts {
  const rangeOf = (name: string) => own.devDependencies[name] ?? '*';
  return {
    name: initOptions.name,
    scripts: {
      dev: 'procgen serve --watch',
      build: 'procgen build',
      start: 'procgen serve --mode production',
      test: 'procgen build && vitest run',
      typecheck: 'procgen build && tsc',
    },
    dependencies: { procgen: specifier, zod: own.peerDependencies.zod ?? '*' },
    devDependencies: {
      '@types/node': rangeOf('@types/node'),
      typescript: rangeOf('typescript'),
      vitest: rangeOf('vitest'),
    },
  };
}
