/** The result of one check. */
export interface Finding {
  /** Stable, in kebab-case. */
  readonly check: CheckName;
  /** A `fault` keeps procgen from working, a warning does not. */
  readonly status: 'ok' | 'warning' | 'fault';
  /** One sentence. */
  readonly message: string;
  /** What to do; absent only when the status is `ok`. */
  readonly help?: string;
}

export type CheckName =
  | 'node'
  | 'procgen'
  | 'zod'
  | 'packages'
  | 'module-type'
  | 'configuration'
  | 'procedures'
  | 'generated-files'
  | 'built-server'
  | 'write-access'
  | 'store'
  | 'port';

export function ok(check: CheckName, message: string): Finding {
  return { check, status: 'ok', message };
}

export function warn(check: CheckName, message: string, help: string): Finding {
  return { check, status: 'warning', message, help };
}

export function fail(check: CheckName, message: string, help: string): Finding {
  return { check, status: 'fault', message, help };
}
