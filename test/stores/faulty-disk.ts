import type { FileHandle } from 'node:fs/promises';
import { disk, type FileSystem } from '../../src/stores/file/file-system.js';

/** The steps of one write, in their order. */
export const WRITE_STEPS = [
  'stat store',
  'open folder',
  'open temporary',
  'write temporary',
  'sync temporary',
  'rename',
  'sync folder',
] as const;

export type WriteStep = (typeof WRITE_STEPS)[number];

export interface FaultyDisk extends FileSystem {
  /** What was done, as far as it is a step of a write. */
  readonly steps: WriteStep[];
  /** Called at every step, before it is done. */
  onStep: (step: WriteStep) => void;
  /** Makes the next such step fail with a system error, or the one that comes after so many. */
  failNext(step: WriteStep, code: string, times?: number): void;
  /** Holds renames back until the returned function is called. */
  holdRenames(): () => void;
}

/** The real disk with injected errors. */
export function createFaultyDisk(): FaultyDisk {
  const steps: WriteStep[] = [];
  const faults = new Map<WriteStep, { readonly code: string; times: number }>();
  let gate = Promise.resolve();

  function take(step: WriteStep): void {
    steps.push(step);
    faulty.onStep(step);
    const fault = faults.get(step);
    if (fault === undefined || --fault.times > 0) return;
    faults.delete(step);
    const { code } = fault;
    throw Object.assign(new Error(`${code}: injected at "${step}"`), { code });
  }

  function watchHandle(handle: FileHandle, of: 'temporary' | 'folder'): FileHandle {
    return new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...input: unknown[]) => {
          if (name === 'writeFile') take('write temporary');
          if (name === 'sync') take(`sync ${of}`);
          return value.apply(target, input);
        };
      },
    });
  }

  const faulty: FaultyDisk = {
    ...disk,
    steps,
    onStep: () => {},
    async open(path, flags, mode) {
      const of = String(path).endsWith('.tmp') ? 'temporary' : 'folder';
      take(`open ${of}`);
      return watchHandle(await disk.open(path, flags, mode), of);
    },
    stat: (async (path: string) => {
      take('stat store');
      return disk.stat(path);
    }) as FileSystem['stat'],
    async rename(from, to) {
      await gate;
      take('rename');
      await disk.rename(from, to);
    },
    failNext: (step, code, times = 1) => faults.set(step, { code, times }),
    holdRenames() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
  return faulty;
}
