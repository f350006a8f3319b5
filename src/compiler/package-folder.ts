/** The folder that this code runs from: `src`, or `dist`, whose bundles are two folders below the package too. */
export const CODE_FOLDER = new URL('../', import.meta.url);

/** The package's own folder, the same from `src` and from `dist`. */
export const PACKAGE_FOLDER = new URL('../', CODE_FOLDER);
