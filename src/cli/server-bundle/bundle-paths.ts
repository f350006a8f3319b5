/** The built server, relative to the project: apart from what reads it, since every command names it. */
export const BUNDLE_FILE = '.procgen/server/index.mjs';
export const BUNDLED_DESCRIPTION_FILE = '.procgen/server/openapi.json';
export const MANIFEST_FILE = '.procgen/server/manifest.json';
