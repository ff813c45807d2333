import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ADA, ANCHOR, HOUR_MS, NOW, check, faultOf, startLog } from '#test/log-phone.ts'
import { LogServer, posting } from '#test/log-server.ts'

describe('the root on chain', () => {
  function startForks() {
    const honest = startLog()
    const fork = new LogServer(honest)
    fork.post(ADA, posting(6, 10))
    fork.append()
    honest.post(ADA, posting(6, 9000))
    honest.append()
    honest.anchor = { ...ANCHOR, size: 6 }
    return { honest, fork }
  }

  test('is read by the phone and remembered', async () => {
    const { honest } = startForks()
    const record = await check(honest, undefined, { chain: honest })

    expect(record).toMatchObject({
      finding: undefined,
      anchor: { ...ANCHOR, size: 6, readAt: NOW, since: Date.UTC(2026, 5, 9, 20) },
    })
  })

  test('reveals which of two phones was served another log', async () => {
    const { honest, fork } = startForks()
    fork.anchor = { ...ANCHOR, size: 6 }
    const ada = await check(honest, undefined, { chain: honest })
    const other = await check(fork, undefined, { chain: honest })

    expect(faultOf(ada)).toBeUndefined()
    expect(faultOf(other)).toBe('CHAIN')
  })

  test('is compared with a newer log by an additional proof', async () => {
    const { honest, fork } = startForks()
    const requests: object[] = []
    const isOlder = { ...ANCHOR, size: 5 }
    for (const server of [honest, fork]) server.post(ADA, posting(8, 1))
    for (const server of [honest, fork]) server.append()
    honest.anchor = { ...ANCHOR, size: 6 }
    const chain = new LogServer(honest)
    chain.anchor = honest.anchor
    honest.anchor = isOlder
    fork.anchor = isOlder
    const ada = await check(honest, undefined, { chain, requests })
    const other = await check(fork, undefined, { chain })

    expect(faultOf(ada)).toBeUndefined()
    expect(requests.at(-1)).toEqual({ after: 5, seen: 6 })
    expect(faultOf(other)).toBe('CHAIN')
  })

  test('is still read from the contract that the phone used before', async () => {
    const { honest, fork } = startForks()
    const start = startLog()
    start.anchor = { ...ANCHOR, size: 5 }
    const first = await check(start, undefined, { chain: start })
    fork.anchor = { chainId: 56, address: '0x00000000000000000000000000000000000000bb', size: 6 }
    const record = await check(fork, first, {
      readChain: async ({ address }) => {
        const of = address === ANCHOR.address ? honest : fork
        return { size: 6, root: `0x${bytesToHex(of.rootAt(6))}` }
      },
    })

    expect(faultOf(record)).toBe('CHAIN')
  })

  test('is still read from a contract that another one replaced', async () => {
    const other = { chainId: 56, address: '0x00000000000000000000000000000000000000bb' }
    const { honest, fork } = startForks()
    const start = startLog()
    start.anchor = { ...ANCHOR, size: 5 }
    const first = await check(start, undefined, { chain: start })
    start.anchor = { ...other, size: 5 }
    const moved = await check(start, first, { chain: start })
    fork.anchor = { ...other, size: 6 }
    const record = await check(fork, moved, {
      readChain: async ({ address }) => {
        const of = address === ANCHOR.address ? honest : fork
        return { size: 6, root: `0x${bytesToHex(of.rootAt(6))}` }
      },
    })

    expect(moved).toMatchObject({ finding: undefined, anchor: other, earlierAnchors: [ANCHOR] })
    expect(faultOf(record)).toBe('CHAIN')
  })

  test('is of the day on which the phone first read it', async () => {
    const { honest } = startForks()
    const first = await check(honest, undefined, { chain: honest })
    const later = () => NOW + 48 * HOUR_MS
    const second = await check(honest, first, { chain: honest, now: later })

    expect(second.anchor).toMatchObject({ readAt: later(), since: first.anchor?.since })
  })

  test('may be larger than the log only if the log was cut', async () => {
    const { honest } = startForks()
    const cut = startLog()
    cut.anchor = { ...ANCHOR, size: 5 }

    expect(faultOf(await check(cut, undefined, { chain: honest }))).toBe('CHAIN')
  })

  test('is read again later if no node responds', async () => {
    const { honest } = startForks()
    const record = await check(honest, undefined, {
      readChain: () => Promise.reject(new Error('unreachable')),
    })

    expect(record).toMatchObject({ finding: undefined, anchor: undefined, checkedAt: NOW })
  })

  test('may lag behind at another node, but not for an hour', async () => {
    const { honest } = startForks()
    const first = await check(honest, undefined, { chain: honest })
    const behind = new LogServer(honest)
    behind.anchor = { ...ANCHOR, size: 5 }

    expect(faultOf(await check(honest, first, { chain: behind }))).toBeUndefined()
    const later = () => NOW + 2 * HOUR_MS
    expect(faultOf(await check(honest, first, { chain: behind, now: later }))).toBe('CHAIN')
  })
})
