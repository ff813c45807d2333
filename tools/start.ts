import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './run-step.ts'
import { buildWebIfStale } from './web-build.ts'

await buildWebIfStale()
const main = join(ROOT, 'apps/server/src/main.ts')
// The server replaces this process, so signals and the exit code need no forwarding.
if (process.execve && process.platform !== 'win32') {
  process.execve(process.execPath, [process.execPath, main], { ...process.env })
}
// Windows cannot replace a process; there, Ctrl+C in a console reaches the child directly.
const server = spawn(process.execPath, [main], { stdio: 'inherit' })
server.once('exit', (code) => process.exit(code ?? 1))
process.once('SIGINT', () => undefined)
