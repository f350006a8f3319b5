import { setTimeout } from 'node:timers/promises';
import type { Sample } from './measure-project.js';
import { runWatched } from './run-watched.js';
import type { Edit } from './sized-project.js';

/** How often the service is asked whether an edit has arrived. */
const EVERY_MS = 5;
const LONGEST_MS = 60_000;

/** The time from an edit to the line of `build --watch` that tells that the files are written. */
export function measureWatch(build: readonly string[], root: string, edit: Edit): Promise<Sample> {
  return runWatched([...build, '--watch'], root, async ({ seen, forget }) => {
    await seen(/^watching /m);
    return measureSecond(async () => {
      forget();
      edit();
      await seen(/^rebuilt in /m);
    });
  });
}

/** The time from an edit to an answer of `serve --watch` that shows it. */
export function measureServed(
  serve: readonly string[],
  root: string,
  path: string,
  edit: Edit,
): Promise<Sample> {
  return runWatched([...serve, '--watch', '--port', '0'], root, async ({ seen }) => {
    const [, origin] = await seen(/listening on (http:\S+)/);
    return measureSecond(async () => {
      const shown = edit();
      const deadline = performance.now() + LONGEST_MS;
      while (!(await (await fetch(`${origin}${path}`)).text()).includes(shown)) {
        if (performance.now() > deadline) throw new Error(`${path} does not show ${shown}.`);
        await setTimeout(EVERY_MS);
      }
    });
  });
}

/** The first rebuild loads the compiler into the thread that stays. */
async function measureSecond(rebuild: () => Promise<void>): Promise<Sample> {
  await rebuild();
  const begin = performance.now();
  await rebuild();
  return { wallMs: performance.now() - begin };
}
