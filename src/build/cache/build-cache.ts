import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
import { hashFile, hashText, printChecksummed, readChecksummed } from './hash-disk.js';
import { listReusable, NO_FILES, type ParsedFiles, readParsedFiles } from './parsed-cache.js';
import { readsUnseen } from './record-reads.js';

/** The parsed files of the last build of this process, with the checksum of its record. */
export interface LastParsed {
  readonly checksum: string;
  readonly files: ParsedFiles;
}

/** What a build may take over from this one. */
export interface KeptSources extends BuildSources {
  /** `parsed`, printed. */
  readonly content: string;
  /** What the server was bundled from. */
  readonly serverSource: ServerSource | undefined;
}

/** What a build leaves to the next one. */
export interface SavedBuild {
  readonly parsed: LastParsed;
  /** Why nothing could be written to the disk. That costs the next build its time, and nothing else. */
  readonly failure: string | undefined;
}

/** What is remembered of the last good build of a project, on the disk and in the process. */
export class BuildCache {
  /** Absolute; the project's own. It may not be there yet. */
  readonly folder: string;
  /** Null when there was no build, or its record is damaged. */
  readonly last: BuildRecord | null;
  readonly #host: Host;
  readonly #root: string;
  /** Of the record of the last build; empty when there is none. */
  readonly checksum: string;
  readonly #told: unknown;
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
    this.#told = { overrides, extras };
  }

  /** What has changed since the last build; everything where that is not known. */
  async findChange(): Promise<Change> {
    const inputs = this.last?.inputs;
    if (!inputs) return 'settings';
    const found = await findChange(inputs, this.#fingerprint, { host: this.#host, root: this.#root });
    return found === 'none' && !this.last.isStable ? 'files' : found;
  }

  /**
   * What the last build came to, where neither what it was made of nor what it wrote has changed; null otherwise. Of the
   * server bundle that is asked only where `isServerNeeded`.
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

  /** The files of the last build that need not be parsed again. */
  findParsed(change: Change, lastParsed: LastParsed | undefined): ParsedFiles {
    if (change === 'settings') return NO_FILES;
    const isLast = lastParsed?.checksum === this.checksum;
    return listReusable(isLast ? lastParsed.files : readParsedFiles(this.#parsedFile, this.checksum));
  }

  /** What the server of the last build was bundled from; undefined where that is not known. */
  get serverSource(): ServerSource | undefined {
    const found = readChecksummed(this.#serverSourceFile);
    return found ? (JSON.parse(found.text) as ServerSource) : undefined;
  }

  describeInputs(sources: BuildSources): BuildInputs {
    return describeInputs(this.#root, this.#fingerprint, sources);
  }

  /** Saves what a build without errors leaves to the next one, with what it was made of where that is known for certain. */
  async save(
    result: Omit<BuildRecord, 'version' | 'inputs' | 'isStable'>,
    inputs: BuildInputs | null,
    { reads, parsed, content, serverSource }: KeptSources,
  ): Promise<SavedBuild> {
    const modules = parsed.flatMap((file) => file.modules);
    const packages = modules.flatMap((module) => module.packages);
    const isComplete = inputs !== null && !readsUnseen([...reads.modules, ...packages]);
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
    return hashText(JSON.stringify([ownHash, this.#told]));
  }
}

/** Kept, since a process goes on with what it has loaded. */
let ownHash: string | undefined;

/**
 * Where what is known of a project's last build is kept: `node_modules/.cache/procgen` of the nearest package, as tools
 * do, in a folder of the project's and its configuration's own. A project in no package has `.procgen/cache`.
 */
function findCacheFolder({ root, configFile = DEFAULT_CONFIG_FILE }: Project): string {
  const owner = listAncestors(root).find((folder) => existsSync(join(folder, 'package.json')));
  if (owner === undefined) return join(root, '.procgen', 'cache', hashText(configFile).slice(0, 16));
  const place = hashText(JSON.stringify([root.slice(owner.length), configFile])).slice(0, 16);
  return join(owner, 'node_modules', '.cache', 'procgen', place);
}

/**
 * What decides of generated files, and of what is kept for the next build: the code that runs, from `src` or from `dist`, and
 * what it prints clients and routes from.
 */
const OWN_FOLDERS = [
  CODE_FOLDER,
  ...['src/client/', 'templates/'].map((folder) => new URL(folder, PACKAGE_FOLDER)),
];
const TOOLS = ['esbuild', 'handlebars', 'intl-messageformat', 'ts-morph'];

/** A hash of this procgen: of its own code, of the tools it generates with, and of the Node that runs both. */
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

/** The version of a tool as it is found from here; its package may keep its manifest to itself. */
function readVersion(name: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string })
        .version;
    } catch {}
  }
  return '';
}
