import { ConfigurationError } from '../../runtime/configuration-error.js';
import { CliFailure } from '../cli-failure.js';

/** What the configuration asks for in vain, as a failure of the command; anything else as it is. */
export function explainConfigurationFault(error: unknown): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  const { message, help } = error;
  return new CliFailure(message, { cause: error, ...(help === undefined ? {} : { help }) });
}
