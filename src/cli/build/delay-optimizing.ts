import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 compile for speed only what runs very long, six times as long as it would have: of one build it otherwise makes
 * most functions anew shortly before the end, in threads that take as much processor time as the build itself. For the
 * whole process: not for one that serves, or builds again and again.
 */
export function delayOptimizing(): void {
  setFlagsFromString('--interrupt-budget=400000');
}
