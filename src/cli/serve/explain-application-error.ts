import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../../runtime/configuration-error.js';
import { CliFailure } from '../cli-failure.js';
import { makePrintable } from '../print/make-printable.js';

/** Converts an error in the configuration to a failure of the command; returns any other unchanged. */
export function explainConfigurationError(error: unknown): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  return new CliFailure(error.message, { help: error.help, cause: error });
}

/**
 * Converts an error that the application's code threw at its start, with the source location that threw, or an error in
 * its configuration.
 */
export function explainApplicationError(what: string, error: unknown, root: string): unknown {
  if (error instanceof ConfigurationError) return explainConfigurationError(error);
  const reason = error instanceof Error ? describe(error) : String(error);
  const location = error instanceof Error ? locateInProject(error.stack ?? '', root) : null;
  const message = `${what}: ${makePrintable(reason)}`;
  return new CliFailure(location ? `${message}\n  --> ${location}` : message, { cause: error });
}

function describe(error: Error): string {
  const [line = ''] = error.message.split('\n');
  return error.name === 'Error' ? line : `${error.name}: ${line}`;
}

/** Returns the first stack frame of the project's own, without packages: `procedures/items.ts:3:7`. */
export function locateInProject(stack: string, root: string): string | null {
  for (const [, location = ''] of stack.matchAll(/^\s+at (?:.*\()?(.+?:\d+:\d+)\)?$/gm)) {
    const path = location.startsWith('file:') ? toPath(location) : location;
    if (path.startsWith(`${root}/`) && !path.includes('/node_modules/')) return path.slice(root.length + 1);
  }
  return null;
}

function toPath(location: string): string {
  const [, url = '', suffix = ''] = /^(.*?)(:\d+:\d+)$/.exec(location) ?? [];
  try {
    return fileURLToPath(url).replaceAll('\\', '/') + suffix;
  } catch {
    return location;
  }
}
