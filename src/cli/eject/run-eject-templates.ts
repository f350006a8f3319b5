import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findTemplateFolder, TEMPLATES } from '../../compiler/config/load-templates.js';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { openProject, type ProjectOptions } from '../open-project.js';

export interface EjectOptions extends ProjectOptions {
  readonly force?: boolean;
}

/** `procgen eject templates`: copies the templates beside the configuration; later builds use the copies. */
export async function runEjectTemplates(options: EjectOptions, io: Io): Promise<number> {
  const { root, configFile = DEFAULT_CONFIG_FILE } = openProject(options, io);
  const folder = findTemplateFolder(configFile);
  const names = (await readdir(TEMPLATES)).filter((name) => /\.(?:hbs|md)$/.test(name)).sort();
  const taken = options.force ? [] : names.filter((name) => existsSync(join(root, folder, name)));
  if (taken.length > 0) {
    throw new CliFailure(`Nothing was written: ${folder} already has ${taken.join(', ')}.`, {
      help: 'Overwrite them with --force, or move them elsewhere.',
    });
  }
  const host = createNodeHost();
  for (const name of names) {
    const text = await host.readPackageFile(new URL(name, TEMPLATES));
    await host.writeFiles([{ path: join(root, folder, name), text }]);
  }
  io.stderr.write(
    `wrote ${names.join(', ')} into ${folder}\nBuilds now use these templates. Their README.md describes the data that they receive.\n`,
  );
  return EXIT.fine;
}
