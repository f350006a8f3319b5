/** Paths of the built server, relative to the project. Every command loads them, but not what reads the server. */
export const BUNDLE_FILE = '.procgen/server/index.mjs';
export const BUNDLED_DESCRIPTION_FILE = '.procgen/server/openapi.json';
export const MANIFEST_FILE = '.procgen/server/manifest.json';
