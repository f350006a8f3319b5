import { fileURLToPath } from 'node:url';

/** `test/bench/`: one level up from this file, and from the bundle that `run.mjs` makes of it. */
export const BENCH_FOLDER = fileURLToPath(new URL('../', import.meta.url));

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** What the benches write; ignored by git. */
export const WORK_FOLDER = `${REPOSITORY}.procgen/bench`;
