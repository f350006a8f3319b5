import { type Rebuild, watchProject } from '../../build/watch/watch-project.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { buildFirst } from './build-first.js';
import { reportFirstBuild, reportRebuild } from './report-rebuild.js';

/** `procgen build --watch`: builds, and again after each change, until a signal. */
export async function runBuildWatch(project: Project, io: Io): Promise<number> {
  const report = {
    host: createNodeHost(),
    root: project.root,
    fallback: 'the files of the last successful build are kept',
  };
  const first = await buildFirst(project, io);
  if (!first) return EXIT.fine;
  await reportFirstBuild(first.build, report, io);
  const onBuild = async (rebuild: Rebuild) => {
    return rebuild.isFirst || reportRebuild(rebuild, report, io);
  };
  const watch = watchProject(first.build, first.builder, onBuild);
  await watch.ready;
  io.stderr.write('watching for changes; press Ctrl-C to stop\n');
  await first.signal;
  await watch.close();
  return EXIT.fine;
}
