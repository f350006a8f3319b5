import type { KeptBuild } from '../../compiler/incremental/kept-build.js';

/** Where what was decided in a build is kept for the next one. What is lost costs that one time, and nothing else. */
export interface KeptBuilds {
  /** What was kept of the build with that record; null when there is nothing. */
  read(seal: string): Promise<KeptBuild | null>;
  write(seal: string, kept: KeptBuild | null): Promise<void>;
}

/** Keeps the last build of a process that builds again and again. */
export function keepInMemory(): KeptBuilds {
  let last: { readonly seal: string; readonly kept: KeptBuild | null } | undefined;
  return {
    read: async (seal) => (last?.seal === seal ? last.kept : null),
    async write(seal, kept) {
      last = { seal, kept };
    },
  };
}
