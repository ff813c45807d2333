import { spawn } from 'node:child_process'
import { ROOT, toolEnv } from './run-step.ts'

/** The server restarts on its own changes; Vite serves the web and passes /v1 and /dev on to it. */
const children = [
  ['node', '--watch', 'apps/server/src/main.ts'],
  ['vite', 'apps/web'],
].map(([command = '', ...args]) =>
  spawn(command, args, { cwd: ROOT, env: toolEnv(), stdio: 'inherit' }),
)

const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
for (const child of children) child.once('exit', stopAll)
process.once('SIGINT', stopAll)
process.once('SIGTERM', stopAll)
