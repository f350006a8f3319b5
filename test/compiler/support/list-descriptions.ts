import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPOSITORY = new URL('../../../', import.meta.url);
const CASES = new URL('test/cases/valid/', REPOSITORY);

/** Every committed description, by what it is of: this repository's service, and each valid case. */
export function listDescriptions(): readonly (readonly [story: string, path: string])[] {
  const cases = readdirSync(CASES).flatMap((story) =>
    ['expected', 'generated'].map(
      (folder) => [story, new URL(`${story}/${folder}/openapi.json`, CASES)] as const,
    ),
  );
  return [['this repository', new URL('generated/openapi.json', REPOSITORY)] as const, ...cases]
    .filter(([, file]) => existsSync(file))
    .map(([story, file]) => [story, fileURLToPath(file)]);
}
