import { CliFailure } from '../cli-failure.js';

/** `.procgen/server/manifest.json`: the inputs of the server bundle. */
export interface Manifest {
  readonly version: 1;
  /** The folder of procedure files, relative to the project. */
  readonly procedures: string;
  /** Maps paths relative to the project, with `/`, to the SHA-256 of each file in hex. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads a manifest. Throws if another version of procgen wrote it: then the bundle has to be built again. */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!isManifest(value)) {
    throw new CliFailure(
      'The manifest of the built server is damaged or was written by another version of procgen.',
      {
        help: 'Run "procgen build".',
      },
    );
  }
  return value;
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { version, procedures, inputs } = value as Partial<Manifest>;
  return (
    version === 1 &&
    typeof procedures === 'string' &&
    typeof inputs === 'object' &&
    inputs !== null &&
    Object.values(inputs).every((hash) => typeof hash === 'string')
  );
}
