import { relative } from 'node:path';
import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest';
import { HOST_EXCEPTIONS } from './host-exceptions.js';

/** Skips the tests that do not apply to the host under test, and fails where one of them is not there any more. */
const exceptions = Object.entries(HOST_EXCEPTIONS[process.env.PROCGEN_TEST_HOST ?? ''] ?? {}).flatMap(
  ([reason, list]) => list.map((exception) => ({ ...exception, reason })),
);

beforeEach(({ task, skip }) => {
  const found = listOf(task.file.filepath).find(({ test = task.fullTestName }) => test === task.fullTestName);
  if (found) skip(found.reason);
});

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook uses.
afterAll(({}, { file }) => {
  const names = new Set(listNames(file));
  const gone = listOf(file.filepath).filter(({ test }) => test !== undefined && !names.has(test));
  expect(gone, 'exceptions of tests that are not there').toEqual([]);
});

function listNames(task: RunnerTask): readonly string[] {
  return 'tasks' in task ? task.tasks.flatMap(listNames) : [task.fullTestName];
}

function listOf(path: string) {
  const file = relative(new URL('../..', import.meta.url).pathname, path);
  return exceptions.filter((exception) => exception.file === file);
}
