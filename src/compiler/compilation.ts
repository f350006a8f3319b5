import type { ApiModel } from '../model/api-model.js';
import type { OutputFile } from '../model/output-file.js';
import type { OwnTemplate } from './config/load-templates.js';
import type { ProjectConfig } from './config/project-config.js';
import type { Diagnostic } from './diagnostic.js';
import type { Extras } from './emit/emit-all.js';
import type { ParsedFile } from './parsed/parsed-file.js';
import type { BuildProgress } from './progress.js';

export interface CompileOptions {
  /** The project's folder, absolute, with `/`. */
  readonly root: string;
  /** The configuration relative to the project; `procgen.config.ts` when absent, if there is one. */
  readonly configFile?: string;
  /** Options of the configuration that win over what the file says, such as those of the environment. */
  readonly overrides?: object;
  /** What is written beside the three generated files. */
  readonly extras?: Extras;
  /** What an earlier build made of procedure files that have not changed since, by absolute path. */
  readonly known?: ReadonlyMap<string, ParsedFile>;
  readonly progress?: BuildProgress;
}

export interface Compilation {
  /** Null when there is an error. */
  readonly model: ApiModel | null;
  /** Null when the configuration is broken. */
  readonly config: ProjectConfig | null;
  /** The generated files, relative to the project; none when there is an error. */
  readonly files: readonly OutputFile[];
  /** The templates of the project's own that they were printed with. */
  readonly templates: readonly OwnTemplate[];
  /** What the files were made of besides what procedure files import: configuration, procedure files, catalogs. Relative to the project. */
  readonly inputs: readonly string[];
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every procedure file, also one that exposes nothing; none when the configuration is broken. */
  readonly parsed: readonly ParsedFile[];
}
