import { spawn } from 'node:child_process'
import { ROOT, toolEnv } from './run-step.ts'

/** The server restarts on its own changes; Vite serves both apps and proxies /v1 and /dev to it. */
const children = [
  ['--watch', 'apps/server/src/main.ts'],
  // On Windows the command `vite` is a script, which cannot be spawned without a shell.
  ['node_modules/vite/bin/vite.js', 'apps/web'],
  ['node_modules/vite/bin/vite.js', 'apps/console'],
].map((args) => spawn(process.execPath, args, { cwd: ROOT, env: toolEnv(), stdio: 'inherit' }))

const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
for (const child of children) child.once('exit', stopAll)
process.once('SIGINT', stopAll)
process.once('SIGTERM', stopAll)
