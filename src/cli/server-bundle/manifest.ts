import * as z from 'zod';
import { CliFailure } from '../cli-failure.js';

const ManifestSchema = z.object({
  version: z.literal(1),
  /** The folder of procedure files, relative to the project. */
  procedures: z.string(),
  /** The path relative to the project, with `/`, to the SHA-256 of the file in hex. */
  inputs: z.record(z.string(), z.string()),
});

/** `.procgen/server/manifest.json`: what the server bundle was made of. */
export type Manifest = Readonly<z.infer<typeof ManifestSchema>>;

/** Reads a manifest; one that this version of procgen did not write means that the bundle has to be built anew. */
export function readManifest(text: string): Manifest {
  try {
    return ManifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = 'The manifest of the built server is damaged or of another version of procgen.';
    throw new CliFailure(message, { help: 'Run "procgen build".', cause });
  }
}
