// Preloaded into a process that is measured: tells on the third pipe what it used of CPU, in microseconds, and its peak
// of memory, in kilobytes. Threads and processes that it starts have this file preloaded too, and tell nothing.
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.ppid === Number(process.env.BENCH_PID)) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    require('node:fs').writeSync(3, `${userCPUTime + systemCPUTime} ${maxRSS}`);
  });
}
