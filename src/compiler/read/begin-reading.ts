import { discoverProcedureFiles, type ProcedureFile } from '../discover/discover-procedure-files.js';
import type { Host } from '../host.js';
import type { SourceCache } from './source-cache.js';

/** Procedure files that are being read before it is certain that they are those of the project. */
export interface BegunReading {
  readonly folder: string;
  readonly files: Promise<readonly ProcedureFile[]>;
  /** Resolves when all are read; it never rejects: what fails, fails again for who asks for it. */
  readonly ended: Promise<void>;
}

/** Begins to read what is in a folder of procedures, relative to the project. */
export function beginReading(
  host: Host,
  {
    root,
    folder,
    sources,
  }: { readonly root: string; readonly folder: string; readonly sources: SourceCache },
): BegunReading {
  const files = discoverProcedureFiles(host, root, folder);
  const reading = files.then((found) => Promise.all(found.map(({ path }) => sources.read(path))));
  const ignore = () => {};
  return { folder, files, ended: reading.then(ignore, ignore) };
}
