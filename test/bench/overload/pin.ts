import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Keeps a process and its threads on one core, so that who asks does not take the processor of who answers. False where
 * that cannot be: with one core, or without `taskset`.
 */
export function pin(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false;
  return spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0;
}

/** Lets every other process preempt this one and its threads as soon as it wakes up; `nice` lets it finish a time slice first. */
export function runWhenIdle(pid: number): void {
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)]);
}
