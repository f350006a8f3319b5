import type { ApiModel } from './api-model.js';
import type { OutputFile } from './output-file.js';

/**
 * Prints additional files at every build from the model of the description, the route table and the client. Paths are
 * relative to the project, with `/`. A file outside of the output folder must contain its `mark`, so that a build does not
 * overwrite foreign files. The same model must give the same texts, or `procgen build --check` always fails.
 */
export type Emitter = (model: ApiModel) => readonly OutputFile[] | Promise<readonly OutputFile[]>;
