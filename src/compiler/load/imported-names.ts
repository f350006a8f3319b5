/** A name that a module imports from procgen. */
export interface ImportedName {
  readonly name: string;
  /** What the module calls it. */
  readonly local: string;
  /** 1-based. */
  readonly line: number;
  /** The line up to the end of the name. */
  readonly ran: string;
}

const IMPORT_OF_OURS = /^import\s*\{([^}]*)\}\s*from\s*(?:'procgen'|"procgen")/gm;

/** Told from the text, since a module that fails is no reason to parse it again. */
export function listImportedNames(text: string): readonly ImportedName[] {
  return [...text.matchAll(IMPORT_OF_OURS)].flatMap(({ 0: statement, 1: clause = '', index }) => {
    let end = index + statement.indexOf(clause);
    return clause.split(',').flatMap((specifier): ImportedName[] => {
      const [head = '', name = '', local = name] =
        /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(specifier) ?? [];
      const lines = text.slice(0, end + specifier.indexOf(name) + name.length).split('\n');
      end += specifier.length + 1;
      return head === '' ? [] : [{ name, local, line: lines.length, ran: lines.at(-1) ?? '' }];
    });
  });
}

/** Whether what was thrown speaks of that name, or of a property that the text reads of it. */
export function isBlamed(name: string, reason: string, text: string): boolean {
  if (reason.split(/[^\w$]+/).includes(name)) return true;
  const [, key] = /^Cannot read properties of undefined \(reading '(\w+)'\)/.exec(reason) ?? [];
  return key !== undefined && text.replace(/\s+/g, '').includes(`${name}.${key}`);
}
