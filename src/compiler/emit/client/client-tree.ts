import type { ApiModel, ProcedureModel } from '../../../model/api-model.js';
import { CLIENT_RUNTIME_NAMES, toTypeIdentifier } from '../../model/naming/safe-identifier.js';

/** One object of the nested client, with its members in the model's order. */
export interface ClientGroup {
  /** The interface's name: `Client` for the root. */
  readonly name: string;
  /** The path of the group in the client: `['apiKeys']`; empty for the root. */
  readonly path: readonly string[];
  readonly members: Map<string, ProcedureModel | ClientGroup>;
}

/** Arranges procedures by their paths in the client. Interface names are unique in the file. */
export function buildClientTree(model: Pick<ApiModel, 'procedures' | 'types'>): ClientGroup {
  const taken = new Set([
    ...CLIENT_RUNTIME_NAMES,
    ...model.types.map(({ name }) => name),
    ...model.procedures.map(({ identifier }) => identifier),
  ]);
  const root: ClientGroup = { name: 'Client', path: [], members: new Map() };
  for (const procedure of model.procedures) {
    let group = root;
    for (const [index, part] of procedure.namePath.slice(0, -1).entries()) {
      let next = group.members.get(part);
      if (next === undefined) {
        const path = procedure.namePath.slice(0, index + 1);
        next = { name: takeName(toTypeIdentifier([...path, 'client']), taken), path, members: new Map() };
        group.members.set(part, next);
      }
      if (!isGroup(next)) throw new Error(`The name ${procedure.name} is inside the procedure ${next.name}.`);
      group = next;
    }
    const last = procedure.namePath.at(-1) as string;
    if (group.members.has(last)) throw new Error(`Two members of the client are named ${procedure.name}.`);
    group.members.set(last, procedure);
  }
  return root;
}

/** Lists the root and every group below it, in order of appearance. */
export function listGroups(root: ClientGroup): readonly ClientGroup[] {
  return [root, ...[...root.members.values()].filter(isGroup).flatMap(listGroups)];
}

export function isGroup(member: ProcedureModel | ClientGroup): member is ClientGroup {
  return 'members' in member;
}

function takeName(preferred: string, taken: Set<string>): string {
  let name = preferred;
  for (let count = 2; taken.has(name); count++) name = `${preferred}${count}`;
  taken.add(name);
  return name;
}
