import { CliFailure } from '../cli-failure.js';

/** A git ref that holds no file where a build of the project writes its description. */
export class MissingDescription extends CliFailure {
  constructor(file: string, ref: string) {
    super(`There is no ${file} in ${ref}.`, {
      help: `If the description is elsewhere, name the file: ${ref}:path/to/openapi.json`,
    });
  }
}
