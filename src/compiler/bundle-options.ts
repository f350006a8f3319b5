/** How every bundle of a project is made: one ES module for the oldest Node that is supported, in memory. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  // The first that takes attributes of imports, and any later one.
  target: 'node20.19',
  // Node's own conditions; esbuild would add `module`, and two copies of a package with it.
  conditions: [] as string[],
  logLevel: 'silent',
} as const;
