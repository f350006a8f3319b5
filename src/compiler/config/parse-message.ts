import { IntlMessageFormat } from 'intl-messageformat';

export interface ParsedMessage {
  /** The names in braces that it is filled with, sorted. */
  readonly parameters: readonly string[];
}

export interface MessageFault {
  readonly fault: string;
}

/** Parses an ICU message as the server will. */
export function parseMessage(text: string, locale: string): ParsedMessage | MessageFault {
  try {
    const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return { parameters: [...new Set(listParameters(message.getAst()))].sort() };
  } catch (error) {
    return { fault: (error as Error).message.toLowerCase().replaceAll('_', ' ') };
  }
}

export function isMessageFault(message: ParsedMessage | MessageFault): message is MessageFault {
  return 'fault' in message;
}

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Literals (type 0) and `#` (type 7) have no name; what is chosen among has parts of its own. */
function listParameters(ast: Ast): readonly string[] {
  return ast.flatMap((element) => {
    const options = 'options' in element && element.options ? Object.values(element.options) : [];
    const inner = options.flatMap((option) => listParameters(option.value));
    const isNamed = element.type !== 0 && element.type !== 7;
    return isNamed ? [element.value, ...inner] : inner;
  });
}
