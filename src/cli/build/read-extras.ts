import { relative, resolve } from 'node:path';
import type { Extras } from '../../compiler/emit/emit-all.js';
import { CliFailure } from '../cli-failure.js';

export interface ExtrasOptions {
  /** `--client-package`, relative to the project. */
  readonly clientPackage?: string;
  /** `--mocks` */
  readonly mocks?: boolean;
}

/**
 * What the command line asks for beside the three generated files; empty where it asks for nothing, as for `procgen
 * serve`.
 */
export function readExtras(options: ExtrasOptions, root: string): Extras {
  const mocks = options.mocks ? { mocks: true } : {};
  if (options.clientPackage === undefined) return mocks;
  const folder = resolve(root, options.clientPackage);
  if (!relative(folder, root).startsWith('..')) {
    throw new CliFailure(`The client's package cannot be written to "${options.clientPackage}".`, {
      help: 'The project itself is there. Choose a separate folder, such as client or ../client.',
    });
  }
  return { ...mocks, clientPackage: relative(root, folder).replaceAll('\\', '/') };
}
