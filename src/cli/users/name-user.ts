import { CliFailure } from '../cli-failure.js';

export interface UserOption {
  readonly user?: string;
}

/** The user of a command, from its argument or from `--user`. */
export function nameUser(id: string | undefined, { user }: UserOption): string | undefined {
  if (id !== undefined && user !== undefined && id !== user) {
    throw new CliFailure(`Two users were given, "${id}" and "${user}".`, {
      help: 'Give one, as the argument or with --user.',
    });
  }
  return id ?? user;
}
