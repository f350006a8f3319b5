import type { Profiler, Runtime } from 'node:inspector';

export interface ProfileShare {
  /** A function and where it stands; or a package, a file of ours, a part of Node. */
  readonly name: string;
  /**
   * Of all time that was not idle: what was spent in it and not in what it called. The profiler counts time and not
   * CPU, so that a call into the kernel looks larger than it is while others want the same core.
   */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly ProfileShare[];
  readonly modules: readonly ProfileShare[];
}

/** Where the time of a CPU profile went, by function and by module, the largest share first. */
export function summarizeProfile(profile: Profiler.Profile): ProfileSummary {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const modules = new Map<string, number>();
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id);
    const micros = Math.max(0, profile.timeDeltas?.[index] ?? 0);
    if (!frame || isNoWork(frame)) continue;
    total += micros;
    add(functions, printFrame(frame), micros);
    add(modules, readModule(frame), micros);
  }
  return { functions: rank(functions, total), modules: rank(modules, total) };
}

/** The time in which nothing ran, and the profiler itself. */
function isNoWork({ functionName, url }: Runtime.CallFrame): boolean {
  return url === '' && (functionName === '(idle)' || functionName === 'dispatch');
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros);
}

function rank(sums: ReadonlyMap<string, number>, total: number): ProfileShare[] {
  return [...sums]
    .map(([name, micros]) => ({ name, share: micros / total }))
    .sort((left, right) => right.share - left.share);
}

function printFrame({ functionName, url, lineNumber }: Runtime.CallFrame): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}  ${shorten(url)}:${lineNumber + 1}`;
}

function readModule({ functionName, url }: Runtime.CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(builtins)';
  const [, scoped] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
  return scoped ?? (url.startsWith('node:') ? 'node' : shorten(url));
}

/** From the innermost `node_modules` on, or from the folder that tells whose file it is. */
function shorten(url: string): string {
  const [, inPackage] = /^.*\/(node_modules\/.*)$/.exec(url) ?? [];
  return inPackage ?? url.replace(/^file:.*\/(?=(?:dist|test|\.procgen)\/)/, '');
}
