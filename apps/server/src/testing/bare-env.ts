/** What a program needs to run, and to start quickly; no setting of the test run is among it. */
export function bareEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env
  return { PATH, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }) }
}
