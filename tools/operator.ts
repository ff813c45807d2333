import { runCommandLine } from '../apps/operator/src/command-line.ts'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  runStep: withProgress,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
