import type { Host } from '../host.js';
import { loadProcedures } from '../load/load-procedures.js';
import { readFiles, readMessageUses } from '../load/read-files.js';
import { type DraftApi, draftApi } from '../model/draft-api.js';
import { draftFile } from '../model/draft-file.js';
import { SourceModules } from '../parse/source-modules.js';
import { absolute } from '../relative-path.js';
import { checkLeftOut } from '../rules/check-left-out.js';
import { checkMessageUses } from '../rules/check-message-uses.js';
import { listLeftOut } from '../rules/left-out.js';
import { type BegunPart, takePart } from './begin-part.js';
import { type FilePart, usesOf, widenPart } from './choose-part.js';
import { keepFiles } from './keep-build.js';
import type { KeptBuild, KeptFile } from './kept-build.js';
import { isAccountedFor, listUses } from './list-uses.js';

/** The changed files as they are now, drafted beside as many others as it takes to see what they share. */
export interface DraftedPart extends FilePart {
  /** Of all files that were looked at. */
  readonly api: DraftApi;
  /** The changed ones, as they are now, in the order of `changed`. */
  readonly fresh: readonly KeptFile[];
}

export interface DraftOptions {
  readonly root: string;
  readonly kept: KeptBuild;
  /** What has been begun beforehand. */
  readonly begunPart?: BegunPart | undefined;
}

/** Reads, loads and drafts a part of the project. Null when anything is wrong with it, or has to be warned of. */
export async function draftPart(
  host: Host,
  { root, kept, begunPart }: DraftOptions,
  part: FilePart,
): Promise<DraftedPart | null> {
  const wanted = [...part.changed, ...part.beside].map(({ file, namePath }) => ({
    path: absolute(root, file),
    file,
    namePath,
  }));
  const ahead = takePart(
    begunPart,
    wanted.map(({ path }) => path),
  );
  const sources = ahead?.sources ?? new SourceModules(host, root);
  const read = await readFiles(wanted, sources);
  if (read.diagnostics.length > 0 || read.files.length < wanted.length) return null;
  const loading = await loadProcedures({ host, root, sources }, read.files, {
    draftFile,
  });
  if (loading.diagnostics.length > 0) return null;
  const { loaded, api } = await draftApi(loading, kept.config);
  if (loaded.diagnostics.length > 0) return null;
  const leftOut = listLeftOut({ read: read.files, loaded, sources }, []);
  if (checkLeftOut(leftOut, api).length > 0) return null;
  const modules = loaded.listModules();
  const ownModules = [...wanted.map(({ path }) => path), ...[...modules.values()].flat()];
  const messageUses = readMessageUses(ownModules, sources);
  if (checkMessageUses(messageUses, kept.frame.messages, kept.config).length > 0) return null;
  const uses = listUses(api);
  if (!isAccountedFor(api.names.schemas, uses.values())) return null;
  const fresh = keepFiles(read.files.slice(0, part.changed.length), uses, { root, modules, api });
  const wider = widenPart(part, usesOf(fresh));
  return wider ? draftPart(host, { root, kept }, wider) : { ...part, api, fresh };
}
