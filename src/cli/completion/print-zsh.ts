import type { CommandSpec, OptionSpec } from './list-commands.js';
import { printSteps } from './print-bash.js';
import { quoteWord } from './quote-word.js';

/** The script that completes procgen's command line in zsh. */
export function printZsh(commands: readonly CommandSpec[]): string {
  return `#compdef procgen
# zsh completion for procgen. To load it: source <(procgen completion zsh)
_procgen() {
  local command="" i
  local -a subcommands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$command:\${words[i]}" in
${printSteps(commands, '      ')}
    esac
  done
  case "$command:\${words[CURRENT-1]}" in
${commands.flatMap(printValues).join('\n')}
  esac
  case "$command" in
${commands.map(printCommand).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe 'option' options
  elif (( \${#subcommands} )); then _describe 'command' subcommands
  else _files; fi
}
if [[ "\${funcstack[1]}" == _procgen ]]; then _procgen "$@"; else compdef _procgen procgen; fi
`;
}

function printValues({ path, options }: CommandSpec): readonly string[] {
  return options.flatMap((option) => {
    if (option.takes === 'nothing') return [];
    const patterns = option.flags.map((flag) => quoteWord(`${path}:${flag}`)).join('|');
    return [`    ${patterns}) ${printReply(option)}; return ;;`];
  });
}

function printReply({ takes, choices }: OptionSpec): string {
  if (choices.length > 0) return `compadd -- ${choices.map(quoteWord).join(' ')}`;
  return takes === 'folder' ? '_files -/' : '_files';
}

function printCommand({ path, subcommands, options, values }: CommandSpec): string {
  const words = [
    ...subcommands.map(({ name, description }) => printEntry(name, description)),
    ...values.map(quoteWord),
  ];
  const flags = options.flatMap((option) => option.flags.map((flag) => printEntry(flag, option.description)));
  return `    ${quoteWord(path)})
      subcommands=(${words.join(' ')})
      options=(${flags.join(' ')}) ;;`;
}

/** \`_describe\` splits at the first colon. */
function printEntry(name: string, description: string): string {
  return quoteWord(`${name.replaceAll(':', '\\:')}:${description}`);
}
