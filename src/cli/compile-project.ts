import type { Compilation, CompileStage } from '../compiler/compilation.js';
import type { Host } from '../compiler/host.js';
import { guardProcess } from './guard-process.js';
import type { Io } from './io.js';
import type { Project } from './open-project.js';
import { count } from './print/count.js';
import { type Progress, showProgress } from './print/show-progress.js';
import { readEnvOptions } from './read-env-options.js';

/** Compiles a project with what the environment overrides. Code that the schemas run cannot end this process. */
export async function compileProject(host: Host, project: Project, io: Io): Promise<Compilation> {
  const overrides = readEnvOptions(io.env);
  const progress = showProgress(io);
  const { beginCompile } = await import('../compiler/begin-compile.js');
  const begun = beginCompile(host, { ...project, overrides });
  const { compile } = await import('../compiler/compile.js');
  const options = { ...project, overrides, onStage: tellStages(progress) };
  try {
    return await guardProcess(() => compile(host, options, begun));
  } finally {
    progress.end();
  }
}

/** Says of each stage of a compilation what it does. */
export function tellStages(progress: Progress): (stage: CompileStage, files: number) => void {
  return (stage, files) => progress.begin(`${WORDS[stage]} ${count(files, 'procedure file')}`);
}

const WORDS: Readonly<Record<CompileStage, string>> = {
  read: 'reading',
  load: 'loading the schemas of',
  emit: 'generating from',
};
