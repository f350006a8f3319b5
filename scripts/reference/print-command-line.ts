import type { Argument, Command, Option } from 'commander';
import { type CommandDescription, listCommands } from './list-commands.js';
import { bullet, code, joinWords, sentence, wrap } from './markdown.js';

/** Every command: what it does, its arguments, its options and its examples. */
export function printCommandLine(program: Command): string {
  const everywhere = program.options.map(printOption).join('\n');
  const commands = listCommands(program).filter(({ path }) => path !== 'help');
  return ['### Options of every command', everywhere, ...commands.map(printCommand)].join('\n\n');
}

function printCommand({ path, command, options }: CommandDescription): string {
  const words = command.registeredArguments.map((argument) => argument.name());
  const usage = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const rows = [...command.registeredArguments.map(printArgument), ...options.map(printOption)];
  const examples = readExamples(command).map(printExample);
  return [
    `### ${code(['procgen', path, ...usage].join(' '))}`,
    wrap(sentence(command.description())),
    ...(words.length + options.length > 0 ? [rows.join('\n')] : []),
    examples.length === 1 ? 'Example:' : 'Examples:',
    examples.join('\n'),
  ].join('\n\n');
}

function printArgument(argument: Argument): string {
  const choices = argument.argChoices ? ` One of ${joinWords(argument.argChoices.map(code))}.` : '';
  return bullet(`${code(argument.name())}: ${argument.description}.${choices}`);
}

function printOption({ flags, description, argChoices, defaultValue }: Option): string {
  const choices = argChoices ? ` One of ${joinWords(argChoices.map(code))}.` : '';
  const byDefault = defaultValue === undefined ? '' : ` Default ${code(String(defaultValue))}.`;
  return bullet(`${code(flags)}: ${description}.${choices}${byDefault}`);
}

function printExample(example: string): string {
  const [command = '', comment] = example.split(/\s+# /);
  return bullet(comment === undefined ? code(command) : `${code(command)}: ${comment}`);
}

/** The lines below `Example:` in the help of a command. */
function readExamples(command: Command): readonly string[] {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  const [, lines = ''] = help.split(/\nExamples?:\n/);
  return [...lines.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}
