import { runCommandLine } from './command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
