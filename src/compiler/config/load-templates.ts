import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Host } from '../host.js';
import { PACKAGE_FOLDER } from '../package-folder.js';
import { startOf } from '../source-location.js';

/** The folder of a project's own templates, beside its configuration. */
const TEMPLATE_FOLDER = 'procgen-templates';

/** The templates of the package. */
export const TEMPLATES = new URL('templates/', PACKAGE_FOLDER);

/** A template of the project that replaces one of the package. */
export interface CustomTemplate {
  /** The name of the file, such as `client.hbs`. */
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
}

/** Returns the folder of a project's own templates, relative to the project. */
export function findTemplateFolder(configFile: string | null): string {
  const [, folder = ''] = /^(.*\/)[^/]*$/.exec(configFile ?? '') ?? [];
  return `${folder}${TEMPLATE_FOLDER}`;
}

/**
 * Loads a project's own templates. The first line of each gives its name and version; the version is raised whenever
 * the template's view changes. A version other than the package's is an error.
 */
export async function loadTemplates(
  host: Host,
  root: string,
  configFile: string | null,
): Promise<{ readonly templates: readonly CustomTemplate[]; readonly diagnostics: readonly Diagnostic[] }> {
  const folder = findTemplateFolder(configFile);
  const paths = (await host.listFiles(`${root}/${folder}`)).filter((path) => path.endsWith('.hbs'));
  const templates: CustomTemplate[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    // Generated files have `\n`, even if git checked the template out with `\r\n`.
    const text = (await host.readFile(path))?.replaceAll('\r\n', '\n') ?? '';
    const name = path.slice(`${root}/${folder}/`.length);
    const template = { name, file: `${folder}/${name}`, text };
    const packaged = await host.readPackageFile(new URL(name, TEMPLATES)).catch(() => null);
    const error = checkTemplate(template, packaged);
    if (error) diagnostics.push(error);
    else templates.push(template);
  }
  return { templates, diagnostics };
}

/** Returns a host that reads the project's own templates in place of the package's. */
export function withTemplates(host: Host, templates: readonly CustomTemplate[]): Host {
  const texts = new Map(templates.map(({ name, text }) => [new URL(name, TEMPLATES).href, text]));
  return {
    ...host,
    readPackageFile: async ({ href }) => texts.get(href) ?? host.readPackageFile(new URL(href)),
  };
}

function checkTemplate({ file, text }: CustomTemplate, packaged: string | null): Diagnostic | null {
  const location = startOf(file);
  if (packaged === null)
    return createDiagnostic('invalid-template', location, 'There is no template of this name.', {
      help: 'Remove it, or give it a name that "procgen eject templates" uses.',
    });
  const [expected = '', found] = [readHeader(packaged), readHeader(text)];
  if (found === expected) return null;
  const message =
    found === undefined
      ? `The first line of this template has to be "${expected}".`
      : `This is the ${describe(found)}, and procgen has the ${describe(expected)}.`;
  return createDiagnostic('template-of-another-version', location, message);
}

/** Returns the first line if it names a procgen template. */
function readHeader(text: string): string | undefined {
  return /^\{\{!-- procgen template [\w-]+, version \d+ --\}\}/.exec(text)?.[0];
}

function describe(header: string): string {
  return header.replace(/^\{\{!-- procgen (.*) --\}\}$/, '$1');
}
