import type { OutputFile } from '../compiler/emit/output-file.js';
import type { ApiModel } from '../compiler/model/api-model.js';

/**
 * Prints files of its own at every build, from the model that the description, the route table and the client are
 * printed from. Paths are relative to the project, with `/`. The same model has to give the same texts, or
 * `procgen build --check` never comes to rest.
 */
export type Emitter = (model: ApiModel) => readonly OutputFile[] | Promise<readonly OutputFile[]>;
