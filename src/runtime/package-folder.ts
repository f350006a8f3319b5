/** The folder of this package, which contains `dist` and `src`. The path fits modules one folder below either. */
export const PACKAGE_FOLDER = new URL('../../', import.meta.url);
