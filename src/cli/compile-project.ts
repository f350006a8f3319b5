import { type Compilation, compile } from '../compiler/compile.js';
import type { Host } from '../compiler/host.js';
import { guardProcess } from './guard-process.js';
import type { Io } from './io.js';
import type { Project } from './open-project.js';
import { readEnvOptions } from './read-env-options.js';

/** Compiles a project with what the environment overrides. Code that the schemas run cannot end this process. */
export function compileProject(host: Host, project: Project, io: Io): Promise<Compilation> {
  return guardProcess(() => compile(host, { ...project, overrides: readEnvOptions(io.env) }));
}
