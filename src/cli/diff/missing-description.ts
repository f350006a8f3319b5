import { CliFailure } from '../cli-failure.js';

/** A git ref from before the project used procgen: it holds neither a description nor what one is made of. */
export class MissingDescription extends CliFailure {
  constructor(file: string, ref: string) {
    super(`There is no ${file} in ${ref}.`, {
      help: `If the description is elsewhere, name the file: ${ref}:path/to/openapi.json`,
    });
  }
}
