import { appendFile, chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { FEES, KEY, LIMITS, startSignerApp, TOKEN, type SignerApp } from '#test/signer-app.ts'
import { openJournal, treasurySigner, type Journal } from './signer.service.ts'

let app: SignerApp
let server: SignerApp['server']
let aPayout: SignerApp['aPayout']
let lines: SignerApp['lines']
let folder: string
let journal: Journal
let signer: TreasurySigner
beforeAll(async () => {
  app = await startSignerApp()
  ;({ server, aPayout, lines } = app)
})
afterAll(() => app.close())
beforeEach(async () => {
  folder = await app.reset()
  await restart()
})
afterEach(() => journal.close())

async function restart(limits = LIMITS): Promise<void> {
  ;({ journal, signer } = await app.start(limits))
}

const sign = (payoutId: number, attempt = 1) => signer.sign({ payoutId, attempt })
const admit = (payoutId: number) => signer.admit({ payoutId, ...FEES })

describe('the signer journal', () => {
  test('still enforces the daily limits after a restart', async () => {
    for (let day = 0; day < 3; day += 1) await sign(await aPayout({ amount: 100 }))
    await journal.close()
    await restart()

    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
    server.clock.advance(DAY_MS)
    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ kind: 'signed' })
  })

  test('keeps its entries when the clock jumps forward and back', async () => {
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))
    server.clock.advance(2 * DAY_MS)
    expect(await admit(await aPayout({ amount: 101 }))).toMatchObject({ why: 'PAYOUT_LIMIT' })
    server.clock.advance(-2 * DAY_MS)

    expect(await sign(await aPayout({ amount: 1 }))).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('drops a last line that a crash truncated, and rejects a damaged line', async () => {
    const id = await aPayout()
    const first = await sign(id)
    await journal.close()
    const path = join(folder, 'journal.jsonl')
    await appendFile(path, '{"at":"2026-06-23T08:0')
    await restart()
    expect(await sign(id)).toEqual(first)
    expect(await lines()).toHaveLength(2)
    await journal.close()
    await writeFile(path, `half a line\n${await readFile(path, 'utf8')}`)
    await expect(openJournal(folder)).rejects.toThrow('damaged at')
    await rm(path)
    await restart()
  })

  test("rejects a process that finds another process's lines, regardless of the folder lock", async () => {
    const other = await openJournal(folder)
    const second = treasurySigner({ ...server.ctx, key: KEY, limits: LIMITS, journal: other })
    for (let more = 0; more < 3; more += 1) await sign(await aPayout({ amount: 100 }))
    const refused = await aPayout({ amount: 100 })

    await expect(second.sign({ payoutId: refused, attempt: 1 })).rejects.toThrow('Another process')
    await expect(second.sign({ payoutId: refused, attempt: 1 })).rejects.toThrow('Another process')
    expect(await sign(refused)).toMatchObject({ why: 'DAY_LIMIT' })
    await other.close()
  })

  test('lets at most one of two concurrently writing processes sign', async () => {
    const other = await openJournal(folder)
    const second = treasurySigner({ ...server.ctx, key: KEY, limits: LIMITS, journal: other })
    const ids = [await aPayout({ amount: 100 }), await aPayout({ amount: 100 })] as const
    const answers = await Promise.allSettled([
      sign(ids[0]),
      second.sign({ payoutId: ids[1], attempt: 1 }),
    ])
    const signed = answers.filter(({ status }) => status === 'fulfilled')

    expect(signed.length).toBeLessThanOrEqual(1)
    await other.close()
  })

  test.each([
    ['its folder', '770', ''],
    ['its folder', '702', ''],
    ['its file', '620', 'journal.jsonl'],
  ])('does not open while others can write %s (mode %s)', async (_label, mode, name) => {
    const path = join(folder, name)
    const before = (await stat(path)).mode
    await chmod(path, Number.parseInt(mode, 8))

    await expect(openJournal(folder)).rejects.toThrow('can be written by others')
    await chmod(path, before)
  })

  test('rejects further entries after its file was moved away', async () => {
    await sign(await aPayout())
    await rename(join(folder, 'journal.jsonl'), join(folder, 'moved.jsonl'))

    await expect(sign(await aPayout())).rejects.toThrow('Another process')
  })

  test('of a release without calls continues: its lines count, and a payout is written as before', async () => {
    await journal.close()
    const at = server.ctx.now().toISOString()
    const line = (id: number, nonce: number | null, amount: number) =>
      `{"at":"${at}","nonce":${nonce},"fee":"120000000000000","payout":"${id} ${at}","account":"${KEY.address.toLowerCase()}","chainId":31337,"contract":"${TOKEN.toLowerCase()}","destination":"0x${'ab'.repeat(19)}0${id}","amount":"${amount}","isRefund":false}\n`
    const earlier = `${line(1, null, 100)}${line(1, 7, 100)}${line(2, 8, 100)}`
    const path = join(folder, 'journal.jsonl')
    await writeFile(path, earlier)
    await restart()
    expect(journal.others('', server.ctx.now())).toHaveLength(2)
    expect(journal.atNonce({ account: KEY.address.toLowerCase(), chainId: 31_337 }, 8)).toBe(
      `2 ${at}`,
    )
    expect(await sign(await aPayout({ amount: 101, nonce: 899 }))).toMatchObject({
      kind: 'refused',
    })
    expect(await sign(await aPayout({ amount: 100, nonce: 900 }))).toMatchObject({ kind: 'signed' })
    expect(await sign(await aPayout({ amount: 1, nonce: 901 }))).toMatchObject({ why: 'DAY_LIMIT' })

    const text = await readFile(path, 'utf8')
    expect(text.startsWith(earlier)).toBe(true)
    const keys = (of: string) => Object.keys(JSON.parse(of) as object)
    expect(keys(text.trimEnd().split('\n').at(-1) ?? '')).toEqual(keys(line(1, 7, 100)))
  })

  test('is written before the signature is returned', async () => {
    const id = await aPayout()
    const seen: number[] = []
    const key = {
      address: KEY.address,
      sign: async () => {
        seen.push((await lines()).length)
        return '0x00' as const
      },
    }
    await treasurySigner({ ...server.ctx, key, limits: LIMITS, journal }).sign({
      payoutId: id,
      attempt: 1,
    })
    expect(seen).toEqual([2])
  })
})
