import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import type { ModuleLinks } from '../../compiler/write/list-links.js';

/** What was decided in a build. */
export interface KeptState {
  readonly kept: KeptBuild;
  readonly links: ModuleLinks;
}

/** Where what was decided in a build is kept for the next one. What is lost costs that one time, and nothing else. */
export interface KeptBuilds {
  /** What was kept of the build with that record; null when there is nothing. */
  read(seal: string): Promise<KeptState | null>;
  write(seal: string, state: KeptState | null): Promise<void>;
}

/** Keeps the last build of a process that builds again and again. */
export function keepInMemory(): KeptBuilds {
  let last: { readonly seal: string; readonly state: KeptState | null } | undefined;
  return {
    read: async (seal) => (last?.seal === seal ? last.state : null),
    async write(seal, state) {
      last = { seal, state };
    },
  };
}
