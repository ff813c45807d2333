/**
 * The variables that a program needs to run and to start quickly, without settings of the test run.
 */
const REQUIRED_NAMES = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS']

export function minimalEnv(): Record<string, string> {
  return Object.fromEntries(
    REQUIRED_NAMES.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
