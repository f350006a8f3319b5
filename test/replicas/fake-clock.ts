import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '../stores/postgres/require-program.js';

const LIBRARIES = '/usr/lib';

const LIBRARY = readdirSync(LIBRARIES)
  .map((name) => join(LIBRARIES, name, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

/** Whether there is a faketime to test with, as `hasPostgres`. */
export function hasFakeClock(): boolean {
  return requireProgram(LIBRARY, 'faketime', 'apt-get install faketime');
}

/** The environment of a process whose wall clock differs by what the file says, such as `+1h`, which may change while it runs. */
export function fakeClock(file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
