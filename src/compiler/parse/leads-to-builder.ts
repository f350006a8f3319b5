import type { Node } from 'oxc-parser';
import { isHandlerCall } from './builder-chain.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { isType, listReferences, nameOfKey } from './syntax-tree.js';

/** A top-level name that a module mentions, or with `from` a name of another module. */
export interface Mention {
  readonly name: string;
  readonly from?: string;
  /** The member that is read, if the name is an imported namespace. */
  readonly member?: string;
  /** Whether it is one of an `export *`, which need not have it. */
  readonly isStar?: boolean;
}

export interface BuilderSearch {
  readonly modules: SourceModules;
  /** Receives the paths of the modules that are read. */
  readonly visited: Set<string>;
}

interface Step extends Mention {
  readonly module: ModuleSyntax;
  next?: Next;
}

interface Next {
  readonly steps: readonly Step[];
  /** The paths of the other modules that were read. */
  readonly paths: Iterable<string>;
}

const BUILDERS: ReadonlySet<string> = new Set(['procedure', 'createProcedure', '*']);

/** Whether code that mentions these names may use a builder of procgen, through the project's own modules. */
export function leadsToBuilder(
  module: ModuleSyntax,
  mentions: readonly Mention[],
  { modules, visited }: BuilderSearch,
): boolean {
  const steps = new Set(mentions.map((mention) => stepOf(module, mention)));
  const paths = new Set<string>();
  let isFound = false;
  for (const step of steps) {
    isFound = step.from === 'procgen' && BUILDERS.has(step.name);
    if (isFound) break;
    step.next ??= follow(step, modules);
    for (const path of step.next.paths) paths.add(path);
    for (const next of step.next.steps) steps.add(next);
  }
  for (const path of paths) visited.add(path);
  // None of the steps leads anywhere, and the next search need not repeat them.
  if (!isFound) for (const step of steps) step.next = { steps: [], paths };
  return isFound;
}

/** Each step is followed once, since many modules import a shared one. */
const knownSteps = new WeakMap<ModuleSyntax, Map<string, Step>>();

function stepOf(module: ModuleSyntax, mention: Mention): Step {
  const { name, from, member, isStar } = mention;
  const steps = knownSteps.get(module) ?? new Map<string, Step>();
  knownSteps.set(module, steps);
  const key = [name, from, member, isStar].join('\0');
  const step = steps.get(key) ?? { ...mention, module };
  steps.set(key, step);
  return step;
}

function follow({ module, ...mention }: Step, modules: SourceModules): Next {
  if (mention.from === undefined) {
    return { steps: listMentionsOf(module, mention, modules).map((each) => stepOf(module, each)), paths: [] };
  }
  const path = modules.resolve(module.path, mention.from);
  const target = path === null ? null : modules.parse(path);
  if (!target) return { steps: [], paths: [] };
  const steps = listExports(target, mention).map((each) => stepOf(target, each));
  return { steps, paths: [target.path] };
}

/** Lists what a module mentions where it gives a name its value. */
function listMentionsOf(
  module: ModuleSyntax,
  { name, member = '*' }: Mention,
  modules: SourceModules,
): readonly Mention[] {
  const declaration = module.declarations.get(name);
  if (declaration?.kind === 'import') {
    const { from, imported } = declaration;
    return [{ from, name: imported === '*' ? member : imported }];
  }
  const assigned = module.effects.flatMap(({ node }) => {
    const value = node.type === 'ExpressionStatement' ? node.expression : node;
    if (value.type !== 'AssignmentExpression' || value.left.type !== 'Identifier') return [];
    return value.left.name === name ? [value.right] : [];
  });
  return [...(declaration?.nodes ?? []), ...assigned].flatMap((node) => listMentions(node, module, modules));
}

/** Lists what a module exports under a name; all for `*`. */
function listExports(
  { exports, starExports }: ModuleSyntax,
  { name, isStar = false }: Mention,
): readonly Mention[] {
  const found = exports.get(name);
  // If an import does not exist, another export shows whether it was to be a procedure, and its error is reported.
  const isMissing = !found && !isStar && starExports.length === 0;
  const named = name === '*' || isMissing ? [...exports.values()] : found ? [found] : [];
  const starred = found || name === 'default' ? [] : starExports;
  return [
    ...named.map((each) => ('from' in each ? { from: each.from, name: each.name } : { name: each.local })),
    ...starred.map(({ from }) => ({ from, name, isStar: true })),
  ];
}

/** Lists the top-level names that a node mentions, without those in types, handlers and nodes that are left out. */
export function listMentions(
  root: Node,
  module: ModuleSyntax,
  modules: SourceModules,
  isSkipped: (node: Node) => boolean = () => false,
): readonly Mention[] {
  const { declarations } = module;
  const members: Mention[] = [];
  const handlers = new Set<Node>();
  const names = listReferences(root, (node) => {
    if (node.type === 'CallExpression' && isHandlerCall(node, module, modules)) {
      for (const handler of node.arguments) handlers.add(handler as Node);
    }
    const member = readMember(node, module);
    if (member) members.push(member);
    return member !== null || handlers.has(node) || isType(node) || isSkipped(node);
  });
  return [...members, ...[...names].filter((name) => declarations.has(name)).map((name) => ({ name }))];
}

/** Returns `namespace.member` of an imported namespace; null for any other node. */
function readMember(node: Node, { declarations }: ModuleSyntax): Mention | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  const { name } = node.object;
  const declaration = declarations.get(name);
  if (declaration?.kind !== 'import' || declaration.imported !== '*') return null;
  const member = nameOfKey(node.property, node.computed);
  return member === null ? null : { name, member };
}
