import type { Extras } from '../compiler/emit/emit-all.js';

/** What decides of a build beside the files of the project. Plain data, which a thread can be given. */
export interface Project {
  /** The project's folder, absolute, with `/`. */
  readonly root: string;
  /** The configuration relative to the project; `procgen.config.ts` when absent, if there is one. */
  readonly configFile?: string;
  /** Options of the configuration that win over what the file says, such as those of the environment. */
  readonly overrides?: object & { readonly buildTimeoutMs?: number };
  /** What is written beside the three generated files. */
  readonly extras?: Extras;
}
