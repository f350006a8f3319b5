/** What the user chose for a new project. */
export interface InitOptions {
  /** The package's name, as npm takes it. */
  readonly name: string;
  /** The API's title. */
  readonly title: string;
  /** Whether to add a GitHub workflow that checks every push and pull request. */
  readonly withWorkflow: boolean;
}

/** The defaults for a folder: package name `my-shop` and title `My shop` for `my-shop`. */
export function suggestInitOptions(folderName: string): InitOptions {
  const name = namePackage(folderName);
  const words = name.replaceAll(/[-._]+/g, ' ');
  return { name, title: words.charAt(0).toUpperCase() + words.slice(1), withWorkflow: true };
}

/** The valid npm package name nearest to a text (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
function namePackage(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, 214);
  return name === '' || name === 'node_modules' || name === 'procgen' || name === 'zod' ? 'service' : name;
}
