import type { OutputFile } from '../../compiler/emit/output-file.js';
import type { Host } from '../../compiler/host.js';
import type { Project } from '../open-project.js';
import {
  type BuildOrigin,
  type BuildRecord,
  type Hashes,
  parseBuildRecord,
  printBuildRecord,
} from './build-record.js';
import { findCacheFolder } from './find-cache-folder.js';
import { fingerprintProcgen } from './fingerprint-procgen.js';
import { hashFile } from './hash-disk.js';
import { hashText } from './hash-text.js';
import { isFresh } from './is-fresh.js';
import { listSurroundings } from './list-surroundings.js';
import { hashVariable } from './record-environment.js';
import type { Reads } from './record-reads.js';

/** What a build took in: through its door, and from the environment. */
export interface BuildReads {
  readonly reads: Reads;
  readonly asked: ReadonlySet<string>;
}

/** What a build without faults came to. */
export interface BuildResult extends Pick<BuildRecord, 'configFile' | 'diagnostics' | 'stats'> {
  readonly files: readonly OutputFile[];
  readonly server: readonly OutputFile[];
}

/** What is remembered of a project's builds. */
export interface BuildCache {
  /** Absolute; its own. It may not be there yet. */
  readonly folder: string;
  /** Of the last one; null when there was none, or when its record is damaged. */
  readonly last: BuildRecord | null;
  /** Whether a build now would be made of the same as the last one. */
  isFresh(): Promise<boolean>;
  /** Remembers a build. A folder that cannot be written to costs the next build its time, and nothing else. */
  keep(result: BuildResult, reads: BuildReads): Promise<void>;
}

/** `told` is what beside the project's files decides of a build, as data. */
export async function openBuildCache(host: Host, project: Project, told: unknown): Promise<BuildCache> {
  const { root } = project;
  const folder = findCacheFolder(project);
  const file = `${folder}/build.json`;
  const last = parseBuildRecord((await host.readFile(file).catch(() => null)) ?? '');
  const maker = hashText(JSON.stringify([fingerprintProcgen(), told]));
  return {
    folder,
    last,
    isFresh: async () => last?.made != null && isFresh(last.made, maker, { host, root }),
    async keep({ files, server, configFile, diagnostics, stats }, reads) {
      const made = reads.reads.isComplete ? describeOrigin(root, maker, reads) : null;
      const record: BuildRecord = {
        version: 1,
        made,
        files: hashOutputs(files),
        extras: files.filter(({ isExtra }) => isExtra).map(({ path }) => path),
        server: hashOutputs(server),
        configFile,
        diagnostics,
        stats,
      };
      await host.writeFile(file, printBuildRecord(record)).catch(() => {});
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

function relate(root: string, hashes: readonly (readonly [string, string | null])[]): Hashes {
  return Object.fromEntries(
    [...hashes]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, hash]) => [path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path, hash]),
  );
}

function hashOutputs(files: readonly OutputFile[]): Hashes {
  return Object.fromEntries(files.map(({ path, text }) => [path, hashText(text)]));
}
