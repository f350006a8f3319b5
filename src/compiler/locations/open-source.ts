import { posix } from 'node:path';
import { Project, type SourceFile } from 'ts-morph';
import type { ModuleSyntax } from '../parse/module-syntax.js';

/** The syntax tree of one module, with the offsets of its text. */
export function openSource({ file, text }: Pick<ModuleSyntax, 'file' | 'text'>): SourceFile {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true },
  });
  return project.createSourceFile(`/${posix.basename(file)}`, text.replace(/^\uFEFF/, ' '));
}
