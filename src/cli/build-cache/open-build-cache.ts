import type { Host } from '../../compiler/host.js';
import { makeTable } from '../../compiler/make-table.js';
import type { OutputFile } from '../../model/output-file.js';
import type { Project } from '../open-project.js';
import {
  type BuildOrigin,
  type BuildRecord,
  type Hashes,
  parseBuildRecord,
  printBuildRecord,
} from './build-record.js';
import { findCacheFolder } from './find-cache-folder.js';
import { findChanges } from './find-changes.js';
import { fingerprintProcgen } from './fingerprint-procgen.js';
import { hashFile } from './hash-disk.js';
import { hashOutput } from './hash-output.js';
import { hashText } from './hash-text.js';
import { listSurroundings } from './list-surroundings.js';
import { hashVariable } from './record-environment.js';
import type { Reads } from './record-reads.js';

/** What a build took in: through its door, and from the environment. */
export interface BuildReads {
  readonly reads: Reads;
  readonly asked: ReadonlySet<string>;
  /** What had changed since the last build, where all else was taken over from it; null where everything was taken in. */
  readonly changed: ReadonlySet<string> | null;
}

/** What a build without faults came to. */
export interface BuildResult extends Pick<BuildRecord, 'configFile' | 'diagnostics' | 'stats'> {
  readonly files: readonly OutputFile[];
  readonly server: readonly OutputFile[] | null;
}

/** What is remembered of a project's builds. */
export interface BuildCache {
  /** Absolute; its own. It may not be there yet. */
  readonly folder: string;
  /** Of the last one; null when there was none, or when its record is damaged. */
  readonly last: BuildRecord | null;
  /** The last one's own; no other has it. Nothing when there was none. */
  readonly seal: string;
  /**
   * The sources that have another text than the last build was made of, relative to the project where they lie inside;
   * null where more than that is different, or where it cannot be told.
   */
  findChanges(): Promise<ReadonlySet<string> | null>;
  /** Remembers a build. A folder that cannot be written to costs the next build its time, and nothing else: `failure` tells. */
  keep(result: BuildResult, reads: BuildReads): Promise<KeptRecord>;
}

/** What was remembered of a build. */
export interface KeptRecord {
  readonly seal: string;
  readonly made: BuildOrigin | null;
  /** Why it could not be; undefined when it could. */
  readonly failure: string | undefined;
}

/** `told` is what beside the project's files decides of a build, as data. */
export async function openBuildCache(host: Host, project: Project, told: unknown): Promise<BuildCache> {
  const { root } = project;
  const folder = findCacheFolder(project);
  const file = `${folder}/build.json`;
  const found = parseBuildRecord(readIfPossible(host, file) ?? '');
  const last = found?.record ?? null;
  // Asked for late where there is no record: then the thread that reads can be started before.
  const describeMaker = () => hashText(JSON.stringify([fingerprintProcgen(), told]));
  return {
    folder,
    last,
    seal: found?.seal ?? '',
    findChanges: async () => (last?.made ? findChanges(last.made, describeMaker(), { host, root }) : null),
    async keep({ files, server, configFile, diagnostics, stats }, reads) {
      const own = reads.reads.isComplete ? describeOrigin(root, describeMaker(), reads) : null;
      const made = own && reads.changed && last?.made ? joinOrigins(last.made, own, reads.changed) : own;
      const record: BuildRecord = {
        version: 1,
        made,
        files: hashOutputs(files),
        extras: files.filter(({ isExtra }) => isExtra).map(({ path }) => path),
        server: server && hashOutputs(server),
        configFile,
        diagnostics,
        stats,
      };
      const { seal, sealed } = printBuildRecord(record);
      const failure = await host.writeFile(file, sealed).then(
        () => undefined,
        (error: Error) => error.message,
      );
      return { seal, made, failure };
    },
  };
}

function describeOrigin(root: string, maker: string, { reads, asked }: BuildReads): BuildOrigin {
  const around = listSurroundings(root, reads).map((path) => [path, hashFile(path)] as const);
  return {
    maker,
    files: relate(root, [...reads.files, ...around]),
    folders: relate(root, [...reads.folders]),
    variables: Object.fromEntries([...asked].sort().map((name) => [name, hashVariable(name)])),
  };
}

/** What a build was made of that took over a part of the one before. */
function joinOrigins(before: BuildOrigin, after: BuildOrigin, changed: ReadonlySet<string>): BuildOrigin {
  // What has changed and was not read decides of nothing any more.
  const files = Object.entries(before.files).filter(([path]) => !changed.has(path));
  return {
    maker: after.maker,
    files: makeTable([...files, ...Object.entries(after.files)]),
    folders: { ...before.folders, ...after.folders },
    variables: { ...before.variables, ...after.variables },
  };
}

function relate(root: string, hashes: readonly (readonly [string, string | null])[]): Hashes {
  return makeTable(
    [...hashes]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, hash]) => [path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path, hash]),
  );
}

function hashOutputs(files: readonly OutputFile[]): Hashes {
  return Object.fromEntries(files.map(({ path, text }) => [path, hashOutput(path, text)]));
}

/** A record that cannot be read is like none: the build is made anew, and says so where it cannot write one either. */
function readIfPossible(host: Host, file: string): string | null {
  try {
    return host.readFile(file);
  } catch {
    return null;
  }
}
