import type { CommandSpec, OptionSpec } from './list-commands.js';
import { quoteFishWord } from './quote-word.js';

/** The script that completes procgen's command line in fish. */
export function printFish(commands: readonly CommandSpec[]): string {
  return `# fish completion for procgen. To load it: procgen completion fish | source
function __procgen_at
  set -l command ''
  for word in (commandline -opc)[2..-1]
    switch "$command:$word"
${printSteps(commands)}
    end
  end
  test "$command" = "$argv[1]"
end
complete -c procgen -e
${commands.flatMap(printCommand).join('\n')}
`;
}

function printSteps(commands: readonly CommandSpec[]): string {
  return commands
    .flatMap(({ path, subcommands }) =>
      subcommands.map(({ name }) => {
        const next = path === '' ? name : `${path} ${name}`;
        return `      case ${quoteFishWord(`${path}:${name}`)}\n        set command ${quoteFishWord(next)}`;
      }),
    )
    .join('\n');
}

function printCommand({ path, subcommands, options, values }: CommandSpec): readonly string[] {
  const at = `complete -c procgen -n ${quoteFishWord(`__procgen_at ${quoteFishWord(path)}`)}`;
  return [
    // No files where only commands or words are possible.
    ...(subcommands.length + values.length > 0 ? [`${at} -f`] : []),
    ...subcommands.map(
      ({ name, description }) => `${at} -a ${quoteFishWord(name)} -d ${quoteFishWord(description)}`,
    ),
    ...(values.length > 0 ? [`${at} -a ${quoteFishWord(values.join(' '))}`] : []),
    ...options.map((option) => `${at} ${printOption(option)}`),
  ];
}

function printOption({ flags, description, takes, choices }: OptionSpec): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value =
    choices.length > 0 ? ` -x -a ${quoteFishWord(choices.join(' '))}` : takes === 'nothing' ? '' : ' -r -F';
  return `${names.join(' ')}${value} -d ${quoteFishWord(description)}`;
}
