/** Starts esbuild's process, which every bundle of this one is then made by. */
export async function startBundler(): Promise<void> {
  const { transform } = await import('esbuild');
  await transform('');
}
