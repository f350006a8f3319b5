import { IntlMessageFormat } from 'intl-messageformat';
import { DIAGNOSTIC_CATALOG } from '../../model/diagnostic-catalog.js';
import { MESSAGE_PREFIX } from '../../protocol/messages.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { OWN_MESSAGE_KEYS } from '../own-message-keys.js';
import { type SourceLocation, startOf } from '../source-location.js';
import { guessName, suggestName } from '../suggest-name.js';

export interface Catalog {
  readonly file: string;
  /** The messages by key, sorted. */
  readonly messages: Readonly<Record<string, string>>;
  /** Returns the location of a message in the file. */
  readonly locationOf: (key: string) => SourceLocation;
}

/**
 * Checks the catalogs, by language, against the first of them: each must have the same keys, and a message may use only
 * the parameters of the first language's message. procgen's own messages (`procgen.…`) may appear in any of them.
 */
export function checkCatalogs(catalogs: ReadonlyMap<string, Catalog>): readonly Diagnostic[] {
  const [fallback, ...others] = catalogs.values();
  if (!fallback) return [];
  return [
    ...[...catalogs].flatMap(([locale, catalog]) => checkMessages(locale, catalog, fallback)),
    ...others.flatMap((catalog) => [...listMissing(catalog, fallback), ...listSurplus(catalog, fallback)]),
  ];
}

function checkMessages(locale: string, catalog: Catalog, fallback: Catalog): readonly Diagnostic[] {
  return Object.entries(catalog.messages).flatMap(([key, text]) => {
    const location = () => catalog.locationOf(key);
    if (key.startsWith(MESSAGE_PREFIX) && !OWN_MESSAGE_KEYS.includes(key)) {
      const help = suggestName(key, OWN_MESSAGE_KEYS);
      return [createDiagnostic('unknown-message', location(), `procgen has no message "${key}".`, { help })];
    }
    const parameters = parseMessage(text, locale);
    if ('error' in parameters) {
      const message = `The message "${key}" is not an ICU message: ${parameters.error}.`;
      return [createDiagnostic('invalid-message', location(), message)];
    }
    const original = parseMessage(fallback.messages[key] ?? text, locale);
    if ('error' in original) return [];
    return parameters
      .filter((parameter) => !original.includes(parameter))
      .map((parameter) => {
        const message = `The message "${key}" uses {${parameter}}, which it does not use in ${fallback.file}.`;
        return createDiagnostic('invalid-message', location(), message, {
          help: 'Use the same parameters in every language.',
        });
      });
  });
}

function listMissing(catalog: Catalog, fallback: Catalog): readonly Diagnostic[] {
  return ownKeys(fallback)
    .filter((key) => !Object.hasOwn(catalog.messages, key))
    .map((key) => {
      const related = { ...fallback.locationOf(key), message: 'It is defined here.' };
      return createDiagnostic('missing-message', startOf(catalog.file), `The message "${key}" is missing.`, {
        related,
      });
    });
}

function listSurplus(catalog: Catalog, fallback: Catalog): readonly Diagnostic[] {
  const known = ownKeys(fallback);
  return ownKeys(catalog)
    .filter((key) => !Object.hasOwn(fallback.messages, key))
    .map((key) => {
      const help = `${guessName(key, known)}${DIAGNOSTIC_CATALOG['unknown-message']}`;
      const message = `The message "${key}" is not in ${fallback.file}.`;
      return createDiagnostic('unknown-message', catalog.locationOf(key), message, { help });
    });
}

/** Lists the keys that belong to the project rather than to procgen. */
function ownKeys({ messages }: Catalog): readonly string[] {
  return Object.keys(messages).filter((key) => !key.startsWith(MESSAGE_PREFIX));
}

interface InvalidMessage {
  readonly error: string;
}

/** Returns the sorted parameters of an ICU message, parsed as by the server, or what is wrong with it. */
export function parseMessage(text: string, locale: string): readonly string[] | InvalidMessage {
  try {
    const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return [...new Set(listParameters(message.getAst()))].sort();
  } catch (error) {
    return { error: (error as Error).message.toLowerCase().replaceAll('_', ' ') };
  }
}

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Literals (type 0) and `#` (type 7) have no name. Each option of a plural or select has elements of its own. */
function listParameters(ast: Ast): readonly string[] {
  return ast.flatMap((element) => {
    const options = 'options' in element && element.options ? Object.values(element.options) : [];
    const inner = options.flatMap((option) => listParameters(option.value));
    const isNamed = element.type !== 0 && element.type !== 7;
    return isNamed ? [element.value, ...inner] : inner;
  });
}
