/** One instruction of a Dockerfile: `RUN`, and the rest of it in one line. */
export interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

/** The stages of a Dockerfile, each from its `FROM` on. https://docs.docker.com/reference/dockerfile/ */
export function readDockerfile(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (keyword === '') throw new Error(`This is no instruction: ${line}`);
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)?.push({ keyword, rest });
  }
  return stages;
}
