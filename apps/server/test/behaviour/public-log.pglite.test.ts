import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNT } from '#/demo/account.ts'
import { verifyMember } from '@solstice/points-log/member'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { remoteDevice } from '#test/remote-device.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'

const { aDataFolder, run } = serverFixtures()

const TOOL = new URL('../../../../tools/verify-log.ts', import.meta.url)

async function verifyLog(...args: string[]) {
  const child = spawn(process.execPath, [TOOL.pathname, ...args])
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exit: await ended, out, error }
}

test(
  'a new server has recorded the demo account before it is ready, and outsiders can verify its log',
  async () => {
    // Jobs would post more at once.
    const { address } = await run({ ...(await aDataFolder()), WORKER: 'false' })
    const device = remoteDevice([address], { ip: '203.0.113.7' })
    await device.call('auth.login', { body: DEMO_ACCOUNT })
    const { data: me } = await device.call('users.me', {})
    const { data: page } = await device.call('pointsLog.mine', { query: {} })
    if (!me || !page) throw new Error('The demo account was refused')

    expect(page.unrecorded).toEqual([])
    expect(page.count).toBeGreaterThan(15)
    expect(verifyMember(nodeCrypto, { memberId: me.userId, page })).toMatchObject({
      ok: true,
      count: page.count,
      isLast: true,
    })

    const verified = await verifyLog('--url', address)
    expect(verified).toMatchObject({ exit: 0, error: '' })
    expect(verified.out).toContain('The log is consistent.')
    const [, from = ''] = /--from (\S+)/.exec(verified.out) ?? []
    const [size = '', root = ''] = from.split(':')
    const wrong = `${root.startsWith('A') ? 'B' : 'A'}${root.slice(1)}`
    const other = await verifyLog('--url', address, '--from', `${size}:${wrong}`)
    expect(other).toEqual({
      exit: 1,
      out: '',
      error: `The log does not continue the tree that you saw of ${size} entries.\n`,
    })
  },
  SERVER_TEST_TIMEOUT_MS,
)
