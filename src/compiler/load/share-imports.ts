const STATEMENT = /^import (\{[^}"']*\}|\* as [\w$]+) from "([^"\n]+)";$/gm;

/**
 * Imports each package of a bundle once, where every file in it imports the package for itself: Node's engine looks
 * through all imports of a module, one by one, for every name in it that it does not find elsewhere. Only for those
 * `specifiers`, of which every name can be had at any time. Lines stay where they are.
 */
export function shareImports(bundle: string, specifiers: ReadonlySet<string>): string {
  const names = new Map<string, string>();
  const shared = bundle.replace(STATEMENT, (statement, bindings: string, specifier: string) => {
    if (!specifiers.has(specifier)) return statement;
    const name = names.get(specifier) ?? `$procgenPackage${names.size}`;
    names.set(specifier, name);
    return `var ${printPattern(bindings)} = ${name};`;
  });
  const imports = [...names].map(([specifier, name]) => `\nimport * as ${name} from "${specifier}";`);
  return shared + imports.join('');
}

/** `{ a as b }` of an import is `{ a: b }` of a variable. */
function printPattern(bindings: string): string {
  return bindings.startsWith('*') ? bindings.slice('* as '.length) : bindings.replaceAll(' as ', ': ');
}
