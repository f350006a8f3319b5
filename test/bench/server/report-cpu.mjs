// Preloaded into every server that is measured: answers what the bench asks, and keeps out of the server's way.
import { Session } from 'node:inspector/promises';

const SAMPLING_INTERVAL_US = 200;
const session = new Session();

const answers = {
  cpu: async () => process.cpuUsage(),
  async 'start profile'() {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
    await session.post('Profiler.start');
  },
  async 'stop profile'() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

process.on('message', async (question) => {
  // A server may have answers of its own.
  if (question in answers) process.send({ answer: (await answers[question]()) ?? null });
});
process.channel.unref();
