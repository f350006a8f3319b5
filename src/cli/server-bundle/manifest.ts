import { CliFailure } from '../cli-failure.js';

/** `.procgen/server/manifest.json`: what the server bundle was made of. */
export interface Manifest {
  readonly version: 1;
  /** The folder of procedure files, relative to the project. */
  readonly procedures: string;
  /** The path relative to the project, with `/`, to the SHA-256 of the file in hex. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads a manifest; one that this version of procgen did not write means that the bundle has to be built anew. */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!isManifest(value)) {
    throw new CliFailure('The manifest of the built server is damaged or of another version of procgen.', {
      help: 'Run "procgen build".',
    });
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
