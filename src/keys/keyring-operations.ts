/** The operations that a process may call in the owner of the store, by name. */
import { ProcedureError } from '../protocol/procedure-error.js';
import type { Keyring } from './keyring.js';

export type KeyringOperations = Pick<Keyring, 'apiKeys' | 'allKeys' | 'keyReports' | 'users'>;

/** Runs one operation, in this process or another, by its name and arguments. */
export type CallOperation = (name: string, input: readonly unknown[]) => Promise<unknown>;

const OPERATIONS: {
  readonly [Service in keyof KeyringOperations]: readonly (keyof KeyringOperations[Service])[];
} = {
  apiKeys: ['list', 'create', 'rotate', 'update', 'delete', 'verify'],
  allKeys: ['list', 'update', 'delete'],
  keyReports: ['find'],
  users: ['ensure', 'find', 'list', 'createSignInToken', 'redeemSignInToken'],
};

/** The owner's side: runs the named operation. */
export async function runOperation(
  keyring: KeyringOperations,
  name: string,
  input: readonly unknown[],
): Promise<unknown> {
  for (const service of services()) {
    for (const operation of OPERATIONS[service]) {
      if (name === `${service}.${operation}`) return methodsOf(keyring[service])[operation]?.(...input);
    }
  }
  throw new ProcedureError('NOT_FOUND', `The process that owns the store has no operation "${name}".`);
}

/** The caller's side: the same operations, each of which uses `call`. */
export function createOperations(call: CallOperation): KeyringOperations {
  const operations = services().map((service) => [
    service,
    Object.fromEntries(
      OPERATIONS[service].map((operation) => [
        operation,
        (...input: unknown[]) => call(`${service}.${operation}`, input),
      ]),
    ),
  ]);
  return Object.fromEntries(operations);
}

function services(): (keyof KeyringOperations)[] {
  return ['apiKeys', 'allKeys', 'keyReports', 'users'];
}

function methodsOf(service: object): Record<string, (...input: readonly unknown[]) => Promise<unknown>> {
  return service as never;
}
