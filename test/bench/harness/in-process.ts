import { Session } from 'node:inspector/promises';
import type { Contender } from './compare.js';

/** A contender that runs in this process. */
export function createInProcessContender(name: string, parts: Pick<Contender, 'check' | 'run'>): Contender {
  return {
    name,
    ...parts,
    async readCpu() {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    profile: (operations) => profileWhile(() => parts.run(operations)),
  };
}

const SAMPLING_INTERVAL_US = 100;

async function profileWhile(work: () => Promise<void>) {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
    await session.post('Profiler.start');
    await work();
    return (await session.post('Profiler.stop')).profile;
  } finally {
    session.disconnect();
  }
}
