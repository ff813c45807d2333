const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const HEADER = new RegExp(String.raw`^(?:${TYPES})(?:\([a-z0-9][a-z0-9-]*\))?!?: \S.*[^.\s]$`, 'u')
const LENGTH_MAX = 100

/** Returns why a commit subject does not follow Conventional Commits, or undefined if it does. */
export function problemOf(subject: string): string | undefined {
  if (!HEADER.test(subject)) return 'expected "type(scope): description" without a full stop'
  if (subject.length > LENGTH_MAX) return `has more than ${LENGTH_MAX} characters`
  return undefined
}
