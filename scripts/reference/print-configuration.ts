import type { Command } from 'commander';
import { VARIABLES } from '../../src/cli/read-env-options.js';
import { listOptions } from '../../src/compiler/config/config-schema.js';
import { listCommands } from './list-commands.js';
import { bullet, code, joinWords, type, value, wrap } from './markdown.js';
import { type Option, readOptions } from './read-options.js';

/** Every option of `procgen.config.ts`: its type, default, variable, flag and effect. */
export function printConfiguration(root: string, program: Command): string {
  const options = readOptions(root, 'src/definition/config.ts', 'Config');
  checkKeys(options, []);
  const links = options.map(({ name }) => `[${code(name)}](#${name.toLowerCase()})`);
  return [wrap(links.join(' ')), ...options.map((option) => printOption(option, program))].join('\n\n');
}

function printOption(option: Option, program: Command): string {
  const facts = [
    `Type ${type(option.type)}.`,
    option.default === null ? 'No default.' : `Default ${value(option.default)}.`,
    describeVariable(option.name),
    describeFlag(option.name, program),
  ];
  const inner = printInner(option.options, option.name);
  const parts = [`### ${code(option.name)}`, wrap(facts.join(' ').trim()), wrap(option.effect)];
  return [...parts, ...(inner.length > 0 ? [inner.join('\n')] : [])].join('\n\n');
}

function printInner(options: readonly Option[], path: string): readonly string[] {
  return options.flatMap((option) => {
    const name = `${path}.${option.name}`;
    const byDefault = option.default === null ? '' : `, default ${value(option.default)}`;
    const required = option.isOptional ? '' : ', required';
    const line = `${code(name)}: ${type(option.type)}${byDefault}${required}. ${option.effect}`;
    return [bullet(line), ...printInner(option.options, name)];
  });
}

function describeVariable(name: string): string {
  if (!Object.hasOwn(VARIABLES, name)) return '';
  const [variable, , expected] = VARIABLES[name as keyof typeof VARIABLES];
  return `Variable ${code(variable)} (${expected}).`;
}

function describeFlag(name: string, program: Command): string {
  const commands = listCommands(program).filter(({ options }) =>
    options.some((each) => each.attributeName() === name),
  );
  if (commands.length === 0) return '';
  const flag = commands[0]?.options.find((each) => each.attributeName() === name)?.long ?? '';
  const names = new Set(
    commands.map((command) => code(command.path.split(' ').slice(0, -1)[0] ?? command.path)),
  );
  return `Flag ${code(flag)} of ${joinWords([...names])}.`;
}

/**
 * Throws where the schema that checks the configuration has other keys than the type that describes it. Functions are
 * cut out before the check.
 */
function checkKeys(options: readonly Option[], path: readonly string[]): void {
  const functions = options.filter(({ type }) => type === 'function').map(({ name }) => name);
  const described = options.map(({ name }) => name).filter((name) => !functions.includes(name));
  const checked = listOptions(path).filter((name) => !functions.includes(name));
  if (String(described.sort()) !== String(checked.sort()))
    throw new Error(
      `${['Config', ...path].join('.')} describes ${described}, and is checked for ${checked}.`,
    );
  for (const { name, options: inner } of options) if (inner.length > 0) checkKeys(inner, [...path, name]);
}
