/** What a new project is to be, as init was told. */
export interface InitOptions {
  /** The package's name, as npm takes it. */
  readonly name: string;
  /** The API's title. */
  readonly title: string;
  /** Whether GitHub is to check every push and pull request. */
  readonly withWorkflow: boolean;
}

/** `My shop` from a folder `my-shop`, and the name that npm takes for it; what a project is when nobody is asked. */
export function suggestInitOptions(folderName: string): InitOptions {
  const name = namePackage(folderName);
  const words = name.replaceAll(/[-._]+/g, ' ');
  return { name, title: words.charAt(0).toUpperCase() + words.slice(1), withWorkflow: true };
}

/** The name that npm takes (https://docs.npmjs.com/cli/configuring-npm/package-json#name) next to what was written. */
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
