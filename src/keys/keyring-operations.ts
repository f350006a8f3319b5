/** What a process asks of the one that has the store open: these operations by name, and nothing else. */
import { ProcedureError } from '../protocol/procedure-error.js';
import type { Keyring } from './keyring.js';

export type KeyringOperations = Pick<Keyring, 'apiKeys' | 'users'>;

/** Makes one operation happen, here or elsewhere: its name and its arguments. */
export type CallOperation = (name: string, input: readonly unknown[]) => Promise<unknown>;

const OPERATIONS: {
  readonly [World in keyof KeyringOperations]: readonly (keyof KeyringOperations[World])[];
} = {
  apiKeys: ['list', 'create', 'rotate', 'delete', 'verify'],
  users: ['ensure', 'list', 'createSignInToken', 'redeemSignInToken'],
};

/** The owner's side: runs the operation that is called for. */
export async function answerOperation(
  keyring: KeyringOperations,
  name: string,
  input: readonly unknown[],
): Promise<unknown> {
  for (const world of worlds()) {
    for (const operation of OPERATIONS[world]) {
      if (name === `${world}.${operation}`) return methodsOf(keyring[world])[operation]?.(...input);
    }
  }
  throw new ProcedureError('NOT_FOUND', `The store's owner knows no operation "${name}".`);
}

/** The caller's side: the same operations, each made by `call`. */
export function createOperations(call: CallOperation): KeyringOperations {
  const operations = worlds().map((world) => [
    world,
    Object.fromEntries(
      OPERATIONS[world].map((operation) => [
        operation,
        (...input: unknown[]) => call(`${world}.${operation}`, input),
      ]),
    ),
  ]);
  return Object.fromEntries(operations);
}

function worlds(): (keyof KeyringOperations)[] {
  return ['apiKeys', 'users'];
}

function methodsOf(world: object): Record<string, (...input: readonly unknown[]) => Promise<unknown>> {
  return world as never;
}
