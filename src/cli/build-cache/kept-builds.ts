import type { KeptBuild } from '../../compiler/incremental/kept-build.js';

/** What was decided in a build. */
export interface KeptState {
  readonly kept: KeptBuild;
}

/** What was kept of a build: at once what little it takes to begin with, and the rest when it is asked for. */
export interface FoundBuild extends Pick<KeptBuild, 'config' | 'surroundings'> {
  /** Null when that is lost. */
  readState(): Promise<KeptState | null>;
}

/** Where what was decided in a build is kept for the next one. What is lost costs that one time, and nothing else. */
export interface KeptBuilds {
  /** What was kept of the build with that record; null when there is nothing. */
  find(seal: string): Promise<FoundBuild | null>;
  write(seal: string, state: KeptState | null): Promise<void>;
}

/** Keeps the last build of a process that builds again and again. */
export function keepInMemory(): KeptBuilds {
  let last: { readonly seal: string; readonly state: KeptState | null } | undefined;
  return {
    async find(seal) {
      const state = last?.seal === seal ? last.state : null;
      if (!state) return null;
      const { config, surroundings } = state.kept;
      return { config, surroundings, readState: async () => state };
    },
    async write(seal, state) {
      last = { seal, state };
    },
  };
}
