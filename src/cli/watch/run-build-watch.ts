import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import type { BuildReply } from './build-reply.js';
import { reportFirstBuild, reportRebuild } from './report-rebuild.js';
import { startBuilder } from './start-builder.js';
import { watchProject } from './watch-project.js';

/** `procgen build --watch`: builds, and again after each change, until a signal. */
export async function runBuildWatch(project: Project, io: Io): Promise<number> {
  const report = {
    host: createNodeHost(),
    root: project.root,
    kept: 'the files of the last good build stay',
  };
  const signal = new Promise<null>((resolve) => void io.onSignal(() => resolve(null)));
  const builder = startBuilder(project);
  const first = await Promise.race([builder.build(), signal]);
  if (first === null) {
    await builder.close();
    return EXIT.fine;
  }
  await reportFirstBuild(requireBuild(first), report, io);
  const watch = watchProject(first, builder, (rebuild) => reportRebuild(rebuild, report, io));
  await watch.ready;
  io.stderr.write('watching for changes; Ctrl-C ends it\n');
  await signal;
  await watch.close();
  return EXIT.fine;
}

/** Before anything is watched there is nothing to wait for: what keeps the first build from starting is thrown. */
export function requireBuild(reply: BuildReply) {
  if (reply.kind === 'built') return reply.build;
  if (reply.kind === 'refused')
    throw new CliFailure(reply.message, reply.help === undefined ? {} : { help: reply.help });
  throw Object.assign(new Error('The build failed.'), { stack: reply.stack });
}
