/** The name of the route table in the folder of generated files. */
export const ROUTES_FILE = 'routes.ts';

/** Where the route table of a project stands, relative to it. */
export function findRoutesPath({ out }: { readonly out: string }): string {
  return `${out}/${ROUTES_FILE}`;
}
