/** The folder of this package, which `dist` and `src` stand in. The path holds for a module right below a folder of either. */
export const PACKAGE_FOLDER = new URL('../../', import.meta.url);
