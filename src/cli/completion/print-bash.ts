import type { CommandSpec, OptionSpec } from './list-commands.js';
import { quoteWord } from './quote-word.js';

/** The script that completes procgen's command line in bash. */
export function printBash(commands: readonly CommandSpec[]): string {
  return `# bash completion for procgen. To load it: source <(procgen completion bash)
_procgen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" subcommands="" options="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command:\${COMP_WORDS[i]}" in
${printSteps(commands, '      ')}
    esac
  done
  COMPREPLY=()
  case "$command:$prev" in
${commands.flatMap(printValues).join('\n')}
  esac
  case "$command" in
${commands.map(printCommand).join('\n')}
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else COMPREPLY=($(compgen -W "$subcommands" -- "$cur")); fi
}
complete -o default -F _procgen procgen
`;
}

/** The case statements that advance to a subcommand; the same in bash and zsh. */
export function printSteps(commands: readonly CommandSpec[], indent: string): string {
  return commands
    .flatMap(({ path, subcommands }) =>
      subcommands.map(({ name }) => {
        const next = path === '' ? name : `${path} ${name}`;
        return `${indent}${quoteWord(`${path}:${name}`)}) command=${quoteWord(next)} ;;`;
      }),
    )
    .join('\n');
}

function printValues({ path, options }: CommandSpec): readonly string[] {
  return options.flatMap((option) => {
    if (option.takes === 'nothing') return [];
    const patterns = option.flags.map((flag) => quoteWord(`${path}:${flag}`)).join('|');
    return [`    ${patterns}) ${printReply(option)}return ;;`];
  });
}

/** With an empty reply, \`-o default\` completes files. */
function printReply({ takes, choices }: OptionSpec): string {
  if (choices.length > 0) return `COMPREPLY=($(compgen -W ${quoteWord(choices.join(' '))} -- "$cur")); `;
  return takes === 'folder' ? 'COMPREPLY=($(compgen -d -- "$cur")); ' : '';
}

function printCommand({ path, subcommands, options, values }: CommandSpec): string {
  const words = [...subcommands.map(({ name }) => name), ...values].join(' ');
  const flags = options.flatMap((option) => option.flags).join(' ');
  return `    ${quoteWord(path)}) subcommands=${quoteWord(words)} options=${quoteWord(flags)} ;;`;
}
