import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'

const { anEmptyDataFolder, run } = serverFixtures()

async function statusOf(address: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${address}/v1/operator/me`, { headers })).status
}

test(
  'the first start creates the first token with owner-only access, and keeps it',
  async () => {
    const home = await anEmptyDataFolder()
    const path = join(home.SOLSTICE_DATA, 'secrets', 'operator-token')

    const first = await run(home)
    const token = await readFile(path, 'utf8')
    const mode = (await stat(path)).mode & 0o777
    const answered = await statusOf(first.address, token)
    first.kill('SIGTERM')
    await first.ended
    const second = await run(home)
    const again = await statusOf(second.address, token)

    expect(token).toMatch(/^sol_op_[\w-]{43}$/)
    expect(mode.toString(8)).toBe('600')
    expect([answered, again]).toEqual([200, 200])
    expect(await readFile(path, 'utf8')).toBe(token)
    expect(first.output() + second.output()).not.toContain(token)
  },
  SERVER_TEST_TIMEOUT_MS,
)
