/** `true` when two types are one and the same, `any` and `unknown` told apart. */
export type Same<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

/** Takes nothing but `true`: `holds<Same<A, B>>()` compiles only when it is. */
export function holds<_ extends true>(): void {}
