import { join } from 'node:path'
import { ROOT } from './run-step.ts'
import { buildWebIfStale } from './web-build.ts'

await buildWebIfStale()
// The server takes this process's place, so signals and the exit code need no forwarding.
if (!process.execve) throw new Error('npm start needs a POSIX system')
process.execve(process.execPath, [process.execPath, join(ROOT, 'apps/server/src/main.ts')], {
  ...process.env,
})
