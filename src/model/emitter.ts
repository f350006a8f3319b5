import type { ApiModel } from './api-model.js';
import type { OutputFile } from './output-file.js';

/**
 * Prints files of its own at every build, from the model that the description, the route table and the client are
 * printed from. Paths are relative to the project, with `/`; a file outside of the folder of the generated ones has to
 * hold its `mark`, so that no build takes somebody else's for its own. The same model has to give the same texts, or
 * `procgen build --check` never comes to rest.
 */
export type Emitter = (model: ApiModel) => readonly OutputFile[] | Promise<readonly OutputFile[]>;
