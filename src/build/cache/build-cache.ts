import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerSource } from '../../compiler/bundle/routes-plugin.js';
import type { Host } from '../../compiler/host.js';
import { CODE_FOLDER, PACKAGE_FOLDER } from '../../compiler/package-folder.js';
import { listAncestors } from '../../compiler/relative-path.js';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import type { Project, ProjectBuild } from '../builder.js';
import { inspectOutputs } from '../outputs/plan-outputs.js';
import {
  areOnDisk,
  type BuildSources,
  type Change,
  describeInputs,
  findChange,
  listWatched,
} from './build-inputs.js';
import type { BuildInputs, BuildRecord } from './build-record.js';
import { hashFile, hashText, printChecksummed, readChecksummed } from './hash-file.js';
import { listReusable, NO_FILES, type ParsedFiles, readParsedFiles } from './parsed-cache.js';
import { mayReadUnrecorded } from './record-reads.js';

/** The parsed files of the last build of this process, with the checksum of its record. */
export interface LastParsed {
  readonly checksum: string;
  readonly files: ParsedFiles;
}

/** What a later build may reuse of this one. */
export interface ReusableSources extends BuildSources {
  /** `parsed` as text. */
  readonly content: string;
  /** The source of the server's bundle. */
  readonly serverSource: ServerSource | undefined;
}

/** What a build saves for the next one. */
export interface SavedBuild {
  readonly parsed: LastParsed;
  /** Why nothing could be written to the disk. This only makes the next build slower. */
  readonly failure: string | undefined;
}

/** The record of a project's last successful build, on disk and in the process. */
export class BuildCache {
  /** The project's own folder, absolute. It may not exist yet. */
  readonly folder: string;
  /** Null if there was no build, or its record is damaged. */
  readonly last: BuildRecord | null;
  readonly #host: Host;
  readonly #root: string;
  /** The checksum of the last build's record; empty if there is none. */
  readonly checksum: string;
  readonly #options: unknown;
  readonly #parsedFile: string;
  readonly #serverSourceFile: string;

  constructor(host: Host, project: Project) {
    const { root, overrides = {}, extras = {} } = project;
    this.folder = findCacheFolder(project);
    this.#parsedFile = join(this.folder, 'parsed.json');
    this.#serverSourceFile = join(this.folder, 'routes.json');
    const found = readChecksummed(join(this.folder, 'build.json'));
    const record = found && (JSON.parse(found.text) as BuildRecord);
    this.last = record?.version === 2 ? record : null;
    this.checksum = found?.checksum ?? '';
    this.#host = host;
    this.#root = root;
    this.#options = { overrides, extras };
  }

  /** Returns what has changed since the last build; `settings`, which affects everything, if that is unknown. */
  async findChange(): Promise<Change> {
    const inputs = this.last?.inputs;
    if (!inputs) return 'settings';
    const found = await findChange(inputs, this.#fingerprint, { host: this.#host, root: this.#root });
    return found === 'none' && !this.last.isStable ? 'files' : found;
  }

  /**
   * Returns the result of the last build if neither its inputs nor its outputs have changed, else null. The server
   * bundle is checked only if `isServerNeeded`.
   */
  async findUnchanged(change: Change, isServerNeeded: boolean): Promise<ProjectBuild | null> {
    const { last } = this;
    if (!last?.inputs || change !== 'none') return null;
    const files = isServerNeeded ? { ...last.files, ...last.server } : last.files;
    if (!areOnDisk(this.#root, files)) return null;
    const paths = Object.keys(last.files).sort();
    const plan = paths.map((path) => ({ path, text: '', before: null, status: 'unchanged' as const }));
    const { diagnostics, stats, configFile, inputs } = last;
    return {
      plan,
      ...(await inspectOutputs(this.#host, this.#root, { plan, last })),
      ...{ diagnostics, stats, configFile, isConfigBroken: false, id: this.checksum, isCompiled: false },
      watched: listWatched(this.#root, inputs),
    };
  }

  /** Returns the files of the last build that need not be parsed again. */
  findParsed(change: Change, lastParsed: LastParsed | undefined): ParsedFiles {
    if (change === 'settings') return NO_FILES;
    const isLast = lastParsed?.checksum === this.checksum;
    return listReusable(isLast ? lastParsed.files : readParsedFiles(this.#parsedFile, this.checksum));
  }

  /** The source of the last build's server bundle; undefined if that is unknown. */
  get serverSource(): ServerSource | undefined {
    const found = readChecksummed(this.#serverSourceFile);
    return found ? (JSON.parse(found.text) as ServerSource) : undefined;
  }

  describeInputs(sources: BuildSources): BuildInputs {
    return describeInputs(this.#root, this.#fingerprint, sources);
  }

  /** Saves a build without errors for the next one, with its inputs if they are known for certain. */
  async save(
    result: Omit<BuildRecord, 'version' | 'inputs' | 'isStable'>,
    inputs: BuildInputs | null,
    { reads, parsed, content, serverSource }: ReusableSources,
  ): Promise<SavedBuild> {
    const modules = parsed.flatMap((file) => file.modules);
    const packages = modules.flatMap((module) => module.packages);
    const isComplete = inputs !== null && !mayReadUnrecorded([...reads.modules, ...packages]);
    const isStable = modules.every(({ unstableReads }) => unstableReads.length === 0);
    const record = { version: 2 as const, inputs: isComplete ? inputs : null, isStable, ...result };
    const text = JSON.stringify(record);
    const checksum = hashText(text);
    const texts = new Map([[join(this.folder, 'build.json'), text]]);
    if (isComplete) texts.set(this.#parsedFile, `${checksum}\n${content}`);
    if (serverSource) texts.set(this.#serverSourceFile, JSON.stringify(serverSource));
    const files = [...texts].map(([path, each]) => ({ path, text: printChecksummed(each) }));
    const failure = await this.#host.writeFiles(files).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { parsed: { checksum, files: new Map(parsed.map((file) => [file.path, file])) }, failure };
  }

  get #fingerprint(): string {
    ownHash ??= hashProcgen();
    return hashText(JSON.stringify([ownHash, this.#options]));
  }
}

/** Cached, since a process keeps running the code that it has loaded. */
let ownHash: string | undefined;

/**
 * Returns the folder of a project's build record: `node_modules/.cache/procgen` of the nearest package, as tools do, in
 * a subfolder of the project and its configuration. A project in no package has `.procgen/cache`, as does one whose
 * `node_modules` is a link: a git worktree may share it with another checkout of the same project.
 */
function findCacheFolder({ root, configFile = DEFAULT_CONFIG_FILE }: Project): string {
  const owner = listAncestors(root).find((folder) => existsSync(join(folder, 'package.json')));
  const modules =
    owner === undefined ? undefined : lstatSync(join(owner, 'node_modules'), { throwIfNoEntry: false });
  if (owner === undefined || modules?.isSymbolicLink())
    return join(root, '.procgen', 'cache', hashText(configFile).slice(0, 16));
  const subfolder = hashText(JSON.stringify([root.slice(owner.length), configFile])).slice(0, 16);
  return join(owner, 'node_modules', '.cache', 'procgen', subfolder);
}

/**
 * What generated files and saved builds depend on: the running code, in `src` or `dist`, and the sources that clients
 * and routes are printed from.
 */
const OWN_FOLDERS = [
  CODE_FOLDER,
  ...['src/client/', 'templates/'].map((folder) => new URL(folder, PACKAGE_FOLDER)),
];
const TOOLS = ['esbuild', 'handlebars', 'intl-messageformat', 'ts-morph'];

/** Hashes this procgen: its own code, the tools that it generates with, and Node's major version. */
function hashProcgen(): string {
  const own = OWN_FOLDERS.flatMap((folder) => hashFiles(fileURLToPath(folder)));
  return hashText(JSON.stringify([process.versions.node.split('.')[0], own, TOOLS.map(readVersion)]));
}

function hashFiles(folder: string): readonly (string | null)[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
    .map((path) => hashFile(path));
}

/** Returns the version of a tool as resolved from here; its package may not export its manifest. */
function readVersion(name: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string })
        .version;
    } catch {}
  }
  return '';
}
