import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { isIdentifier } from '../model/naming/safe-identifier.js';
import type { ComparedDraft } from '../model/procedure-draft.js';
import { byPlace, type Comparison } from './rule.js';

/** Every procedure has one name, and every name one place in the client. */
export const checkNames: Comparison = ({ drafts }) => {
  const ordered = byPlace(drafts);
  return [
    ...checkReserved(ordered),
    ...checkDuplicates(ordered),
    ...checkExports(ordered),
    ...checkPlaces(ordered),
  ];
};

/** A client object with a `then` would be taken for a promise wherever it is awaited; other names are none at all. */
function checkReserved(drafts: readonly ComparedDraft[]): Diagnostic[] {
  return drafts.flatMap(({ name, namePath, loaded: { read, file } }) => {
    const report = (message: string, help?: string) => [
      createDiagnostic('reserved-name', read.place, message, { help }),
    ];
    if (namePath.at(-1) === 'then') {
      return report(
        `${name} cannot be a name in the client: an object with a \`then\` is taken for a promise.`,
      );
    }
    if (!isIdentifier(read.exportName)) {
      return report(
        `${JSON.stringify(read.exportName)} cannot be a name in the client: it is not an identifier.`,
      );
    }
    if (namePath.includes('')) {
      return report(
        `The path ${file.file} yields no name for the client.`,
        name === ''
          ? 'Export it under a name: a default export is named after its file, and this file has no name of its own.'
          : 'Use letters in the name of every folder and file.',
      );
    }
    return [];
  });
}

function checkDuplicates(drafts: readonly ComparedDraft[]): Diagnostic[] {
  const first = new Map<string, ComparedDraft>();
  return drafts.flatMap((draft) => {
    const before = first.get(draft.name);
    if (!before) first.set(draft.name, draft);
    return before ? [clash('duplicate-name', draft, before, `Two procedures are named ${draft.name}.`)] : [];
  });
}

function checkExports(drafts: readonly ComparedDraft[]): Diagnostic[] {
  const first = new Map<object, ComparedDraft>();
  return drafts.flatMap((draft) => {
    const before = first.get(draft.loaded.identity);
    if (!before) first.set(draft.loaded.identity, draft);
    if (!before || before.name === draft.name) return [];
    return [
      clash('duplicate-export', draft, before, `${draft.name} is the same procedure as ${before.name}.`),
    ];
  });
}

/** `items.ts` exporting `tags` beside `items/tags.ts`: the client's `items.tags` cannot be both. */
function checkPlaces(drafts: readonly ComparedDraft[]): Diagnostic[] {
  const procedures = new Map(drafts.map((draft) => [draft.name, draft]));
  const faults = new Map<string, Diagnostic>();
  for (const draft of drafts) {
    for (let length = 1; length < draft.namePath.length; length++) {
      const name = draft.namePath.slice(0, length).join('.');
      const other = procedures.get(name);
      if (!other || faults.has(name)) continue;
      const message = `In the client, ${name} is a procedure and also the parent of ${draft.name}.`;
      faults.set(name, clash('client-name-conflict', draft, other, message));
    }
  }
  return [...faults.values()];
}

function clash(
  code: 'duplicate-name' | 'duplicate-export' | 'client-name-conflict',
  draft: ComparedDraft,
  other: ComparedDraft,
  message: string,
): Diagnostic {
  const related = { ...other.loaded.read.place, message: 'The other one is here.' };
  return createDiagnostic(code, draft.loaded.read.place, message, { related });
}
