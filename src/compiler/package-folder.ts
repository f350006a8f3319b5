/** The folder that this code runs from: `src`, or `dist`, whose bundles stand two folders below the package as this does. */
export const CODE_FOLDER = new URL('../', import.meta.url);

/** The package's own folder, the same from `src` and from `dist`. */
export const PACKAGE_FOLDER = new URL('../', CODE_FOLDER);
