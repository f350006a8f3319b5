import type { ApiModel } from '../model/api-model.js';
import type { OutputFile } from '../model/output-file.js';
import type { CustomTemplate } from './config/load-templates.js';
import type { ProjectConfig } from './config/project-config.js';
import type { Diagnostic } from './diagnostic.js';
import type { Extras } from './emit/emit-all.js';
import type { ParsedFile } from './parsed/parsed-file.js';
import type { BuildProgress } from './progress.js';

export interface CompileOptions {
  /** The project's folder, absolute, with `/`. */
  readonly root: string;
  /** The configuration, relative to the project. Defaults to `procgen.config.ts` if that exists. */
  readonly configFile?: string;
  /** Options that override those of the configuration file, such as those from the environment. */
  readonly overrides?: object;
  /** Output besides the three generated files. */
  readonly extras?: Extras;
  /** Results of an earlier build for procedure files that have not changed since, by absolute path. */
  readonly known?: ReadonlyMap<string, ParsedFile>;
  readonly progress?: BuildProgress;
}

export interface Compilation {
  /** Null when there is an error. */
  readonly model: ApiModel | null;
  /** Null if the configuration is invalid. */
  readonly config: ProjectConfig | null;
  /** The generated files, relative to the project; empty if there is an error. */
  readonly files: readonly OutputFile[];
  /** The project's own templates that the files were printed with. */
  readonly templates: readonly CustomTemplate[];
  /** Files that the output depends on, without the imports of procedure files. Relative to the project. */
  readonly inputs: readonly string[];
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every procedure file, including those that expose nothing; empty if the configuration is invalid. */
  readonly parsed: readonly ParsedFile[];
}
