import { execFileSync } from 'node:child_process'
import { ROOT } from './run-step.ts'
import { problemOf } from './repository/commit-message.ts'

/** The last commit before Conventional Commits became the rule. */
const LAST_UNCHECKED_COMMIT = '5e475795729063aca3b1a6b8528efb53fad6fd16'

const subjects = subjectsOf(`${changeBase() ?? 'HEAD^'}..HEAD`)
for (const subject of subjects) {
  const problem = problemOf(subject)
  if (problem === undefined) continue
  console.log(`${subject}: ${problem}`)
  process.exitCode = 1
}

/** Returns the upstream branch of a working copy, or the start of the rule on a branch without one. */
function changeBase(): string | undefined {
  return ['@{upstream}', LAST_UNCHECKED_COMMIT].find(
    (revision) => git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]) !== undefined,
  )
}

/** Returns nothing outside of a git repository and for a repository with a single commit. */
function subjectsOf(range: string): string[] {
  const lines = git(['log', '--format=%s', range]) ?? ''
  return lines.split('\n').filter((line) => line !== '')
}

function git(args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return undefined
  }
}
