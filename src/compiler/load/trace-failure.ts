import { SourceMap } from 'node:module';
import type { Metafile } from 'esbuild';

/** A line of one of the project's modules, relative to the project. */
export interface SourceLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The line as it ran, up to the word that threw; edits may have made it other than it is written. */
  readonly ran?: string;
}

interface NamedModules {
  /** The path, relative to the project, of a module that a stack or a source map calls so. */
  readonly nameOf: (name: string) => string;
}

/**
 * The shortest way by imports from `file` to the module that threw. esbuild names the initializer of a module by
 * the module's path, which is how a stack trace tells it.
 */
export function traceImports(
  { metafile, nameOf }: NamedModules & { readonly metafile: Metafile },
  file: string,
  error: unknown,
): readonly string[] {
  const names = stackOf(error).map((frame) => nameOf(/^\s+at (?:async )?(.+) \(/.exec(frame)?.[1] ?? ''));
  const thrower = names.find((name) => Object.hasOwn(metafile.inputs, name));
  if (thrower === undefined) return [file];
  const cameFrom = new Map<string, string | null>([[file, null]]);
  const queue = [file];
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    if (current === thrower) break;
    for (const { path } of metafile.inputs[current]?.imports ?? []) {
      if (cameFrom.has(path) || metafile.inputs[path] === undefined) continue;
      cameFrom.set(path, current);
      queue.push(path);
    }
  }
  if (!cameFrom.has(thrower)) return [file];
  const chain: string[] = [];
  for (let at: string | null | undefined = thrower; at !== null && at !== undefined; at = cameFrom.get(at)) {
    if (!at.startsWith('throwing:')) chain.unshift(at);
  }
  return chain;
}

/** The lines of the project's modules that an error came through, the one that threw it first. */
export function traceLines(
  { sourceMap, nameOf }: NamedModules & { readonly sourceMap: string },
  error: unknown,
): readonly SourceLine[] {
  const payload = JSON.parse(sourceMap) as ConstructorParameters<typeof SourceMap>[0];
  const map = new SourceMap(payload);
  return stackOf(error).flatMap((frame): SourceLine[] => {
    const [, url = 'node:', line = '', column = ''] = /([^\s()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    // What is no bundle: Node's modules, packages, and procgen itself.
    if (/^(?:node:|file:|\/|[a-zA-Z]:\\)/.test(url)) return [];
    const found = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in found)) return [];
    const file = nameOf(found.originalSource);
    // What stands between the files is no line of theirs.
    if (file.startsWith('dataurl:')) return [];
    const { originalSource, originalLine, originalColumn } = found;
    const text = payload.sourcesContent[payload.sources.indexOf(originalSource)] ?? '';
    const whole = text.split('\n')[originalLine] ?? '';
    const ran =
      whole.slice(0, originalColumn) + (/^(?:new\s+)?[\w$.]+/.exec(whole.slice(originalColumn))?.[0] ?? '');
    return [{ file, line: originalLine + 1, ran }];
  });
}

function stackOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').filter((line) => /^\s+at /.test(line));
}
