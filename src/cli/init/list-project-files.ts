import { renderTemplate } from '../../compiler/emit/render-template.js';
import { readProcgenFile, readProcgenManifest } from '../procgen-package.js';
import type { InitOptions } from './init-options.js';
import { type ManifestParts, mergeManifest } from './merge-manifest.js';

/** A file of a new project. */
export interface ProjectFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether the file on disk is missing or has another text. */
  readonly isChanged: boolean;
  /** What writing the text would lose of an existing file. */
  readonly obstacles: readonly string[];
}

export interface ProjectFiles {
  readonly files: readonly ProjectFile[];
  /** Existing files that differ from those of a new project and are left as they are. */
  readonly keptFiles: readonly string[];
  /** Scripts of an existing package.json that are left as they are. */
  readonly keptScripts: readonly string[];
}

export interface ProjectRequest {
  readonly initOptions: InitOptions;
  /** How package.json names procgen. */
  readonly specifier: string;
  /** The text of an existing file of the project; null when there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /** A module that the project already has and `"type": "module"` affects; null when there is none. */
  readonly existingModule: string | null;
}

/** Files copied unchanged: path in the project to path in procgen's package. */
const COPIES: Readonly<Record<string, string>> = {
  'procedures/health.ts': 'procedures/health.ts',
  'procedures/api-keys.ts': 'procedures/api-keys.ts',
  'procedures/_locales/en.json': 'procedures/_locales/en.json',
  'procedures/greetings.ts': 'templates/project/procedures/greetings.ts',
  'test/greetings.test.ts': 'templates/project/test/greetings.test.ts',
};

const CONFIG = 'procgen.config.ts';
const WORKFLOW = '.github/workflows/ci.yml';

/** The modules that init writes. */
export const NEW_MODULES: readonly string[] = [CONFIG, ...Object.keys(COPIES)];

/**
 * Every file of a new project, sorted. An existing package.json or .gitignore is extended, an existing tsconfig.json or
 * AGENTS.md is kept.
 */
export async function listProjectFiles({
  initOptions,
  specifier,
  read,
  existingModule,
}: ProjectRequest): Promise<ProjectFiles> {
  const parts = describeManifest(initOptions, specifier);
  const manifestBefore = await read('package.json');
  const manifest = mergeManifest(manifestBefore, parts, existingModule);
  const config = renderTemplate(readProcgenFile('templates/project/procgen.config.hbs'), initOptions);
  const whole: [string, string][] = [[CONFIG, config]];
  for (const [path, source] of Object.entries(COPIES)) whole.push([path, readProcgenFile(source)]);
  if (initOptions.withWorkflow) whole.push([WORKFLOW, readProcgenFile('templates/project/workflow.yml')]);
  const ignoredBefore = await read('.gitignore');
  const ignored = mergeLines(ignoredBefore, readProcgenFile('templates/project/gitignore'));
  const keptFiles: string[] = [];
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
  for (const path of ['tsconfig.json', 'AGENTS.md']) {
    const before = await read(path);
    const text = readProcgenFile(`templates/project/${path}`);
    if (before !== null && before !== text) keptFiles.push(path);
    if (before === null) files.push({ path, text, obstacles: [], isChanged: true });
  }
  return {
    files: files.sort((left, right) => (left.path < right.path ? -1 : 1)),
    keptFiles,
    keptScripts: manifest.keptScripts,
  };
}

function describeManifest(initOptions: InitOptions, specifier: string): ManifestParts {
  const { peerDependencies, devDependencies } = readProcgenManifest();
  const rangeOf = (name: string) => devDependencies[name] ?? '*';
  return {
    name: initOptions.name,
    scripts: {
      dev: 'procgen serve --watch',
      build: 'procgen build',
      start: 'procgen serve --mode production',
      test: 'procgen build && vitest run',
      typecheck: 'procgen build && tsc',
    },
    dependencies: { procgen: specifier, zod: peerDependencies.zod ?? '*' },
    devDependencies: {
      '@types/node': rangeOf('@types/node'),
      typescript: rangeOf('typescript'),
      vitest: rangeOf('vitest'),
    },
  };
}

/**
 * `before` with the lines of `wanted` that it lacks at its end, with its line ends; `wanted` itself when there is no file
 * yet.
 */
export function mergeLines(before: string | null, wanted: string): string {
  if (before === null) return wanted;
  const known = new Set(before.split(/\r?\n/).map(normalizePattern));
  const missing = wanted.split('\n').filter((line) => line !== '' && !known.has(normalizePattern(line)));
  if (missing.length === 0) return before;
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = before === '' || before.endsWith('\n') ? '' : end;
  return `${before}${gap}${missing.map((line) => line + end).join('')}`;
}

/** In a .gitignore, `/node_modules`, `node_modules` and `node_modules/` match the same folder at the root. */
function normalizePattern(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}
