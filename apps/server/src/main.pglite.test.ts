import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { startProcess } from '#test/server-process.ts'

const { aDataFolder, run } = serverFixtures()

test(
  'a second server on the same folder exits with a message that names the first and the solution, and the first releases the folder',
  async () => {
    const home = await aDataFolder()
    const first = await run(home)

    const second = startProcess(home)
    const end = await second.ended
    const health = await fetch(`${first.address}/healthz`)
    const lock = join(home['SOLSTICE_DATA'] ?? '', 'solstice.lock')
    const isLockedWhileRunning = existsSync(lock)
    first.kill('SIGTERM')
    const firstEnd = await first.ended

    expect(end).toBe(1)
    // On a slow machine it prints its progress first.
    expect(second.output().split('\n').slice(-2).join('\n')).toBe(
      `The data folder ${home['SOLSTICE_DATA']} is in use by process ${first.pid}. ` +
        'Stop that server, or give this one a folder of its own with SOLSTICE_DATA.\n',
    )
    expect(health.status).toBe(200)
    expect(isLockedWhileRunning).toBe(true)
    expect(firstEnd).toBe(0)
    expect(existsSync(lock)).toBe(false)
  },
  SERVER_TEST_TIMEOUT_MS,
)
