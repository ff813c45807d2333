import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createWalletCheck } from './wallet-check.ts'
import type { WalletCheckDeps } from './wallet-check.ts'
import { decideWallet } from './wallet-decision.ts'
import type { LocalWallet, ServerAnswer } from './wallet-decision.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const serverHas = (walletAddress: string | null): ServerAnswer => ({ kind: 'said', walletAddress })
const here = (state: LocalWallet['state'], address = OWN): LocalWallet => ({ address, state })

describe('the wallet decision', () => {
  test.each<[string, ServerAnswer, LocalWallet | undefined, string]>([
    ['none anywhere', serverHas(null), undefined, 'pass'],
    ['the same on both sides', serverHas(OWN), here('active'), 'pass'],
    [
      'the same address in another letter case',
      serverHas(OWN.toLowerCase()),
      here('active'),
      'pass',
    ],
    ['no wallet on the server, one on the device', serverHas(null), here('active'), 'wipe'],
    ['another wallet on the server', serverHas(OTHER), here('active'), 'wipe'],
    ['a wallet on the server, none on the device', serverHas(OWN), undefined, 'need-import'],
    ['an invalid address on the server', serverHas('xyz'), here('active'), 'wipe'],
    ['an invalid address on the server, and none here', serverHas('xyz'), undefined, 'log-out'],
    ['an invalid address on the device', serverHas(OWN), here('active', 'xyz'), 'wipe'],
    ['registered, but still pending on the device', serverHas(OWN), here('pending'), 'activate'],
    ['not yet registered', serverHas(null), here('pending'), 'pass'],
    [
      'another wallet registered in the meantime',
      serverHas(OTHER),
      here('pending'),
      'drop-pending',
    ],
    ['refused', { kind: 'refused' }, here('active'), 'log-out'],
    ['no answer', { kind: 'none' }, here('active'), 'no-answer'],
    ['a response about another member', { kind: 'other-member' }, here('active'), 'other-member'],
  ])('handles this case: %s', (_, answer, local, decision) => {
    expect(decideWallet(answer, local)).toBe(decision)
  })

  test('removes a wallet only for an explicit null or another address', () => {
    const answer = fc.oneof(
      fc.record({
        kind: fc.constant('said' as const),
        walletAddress: fc.oneof(
          fc.constant(null),
          fc.string(),
          fc.constantFrom(OWN, OTHER, OWN.toLowerCase(), `${OWN}0`, OWN.slice(0, -1)),
        ),
      }),
      fc.constant<ServerAnswer>({ kind: 'refused' }),
      fc.constant<ServerAnswer>({ kind: 'none' }),
      fc.constant<ServerAnswer>({ kind: 'other-member' }),
    )
    fc.assert(
      fc.property(
        answer,
        fc.constantFrom('pending' as const, 'active' as const),
        (given, state) => {
          if (decideWallet(given, here(state)) !== 'wipe') return
          expect(state).toBe('active')
          expect(given.kind).toBe('said')
          if (given.kind !== 'said' || given.walletAddress === null) return
          expect(given.walletAddress.toLowerCase()).not.toBe(OWN.toLowerCase())
        },
      ),
    )
  })
})

function aCheck(answers: ServerAnswer[], local = here('active'), canDrop = true) {
  let nowMs = 1_000_000
  let isBusy = false
  let isHeld = false
  /** Records for each wipe if the lock was held. */
  const wipes: boolean[] = []
  const wipe = async () => void wipes.push(isHeld)
  let kept: LocalWallet | undefined = local
  const readServer = vi.fn(async (_userId: string) =>
    answers.length > 1 ? (answers.shift() as ServerAnswer) : (answers[0] as ServerAnswer),
  )
  const deps: WalletCheckDeps = {
    readServer,
    findLocal: async () => kept,
    activate: async () => {
      kept = kept && { ...kept, state: 'active' }
    },
    dropPending: async () => {
      if (canDrop) kept = undefined
      return canDrop
    },
    wipe,
    note: async () => undefined,
    now: () => nowMs,
    unlessBusy: async (action) => {
      if (isBusy) return undefined
      isHeld = true
      return action().finally(() => (isHeld = false))
    },
  }
  return {
    check: createWalletCheck(deps),
    kept: async () => kept,
    keep: (wallet: LocalWallet | undefined) => (kept = wallet),
    readServer,
    wipes,
    pass: (ms: number) => (nowMs += ms),
    setBusy: (busy: boolean) => (isBusy = busy),
  }
}

describe('the wallet check', () => {
  test('runs once at a time and shares the result between concurrent visits', async () => {
    const { check, readServer } = aCheck([serverHas(OWN)])

    const results = await Promise.all([check.run('1'), check.run('1'), check.run('1')])

    expect(results).toEqual(['pass', 'pass', 'pass'])
    expect(readServer).toHaveBeenCalledOnce()
  })

  test('runs at most every five seconds, and immediately after a reset', async () => {
    const { check, readServer, pass } = aCheck([serverHas(OWN)])
    await check.run('1')

    pass(4999)
    await check.run('1')
    expect(readServer).toHaveBeenCalledTimes(1)
    pass(1)
    await check.run('1')
    expect(readServer).toHaveBeenCalledTimes(2)
    check.reset()
    await check.run('1')
    expect(readServer).toHaveBeenCalledTimes(3)
  })

  test('discards the last result when the wallet on the device changes in any tab', async () => {
    const { check, readServer, keep } = aCheck([serverHas(OWN)])
    keep(undefined)
    await expect(check.run('1')).resolves.toBe('server-truth-need-import')

    keep(here('active'))
    await expect(check.run('1')).resolves.toBe('pass')
    keep(undefined)
    await expect(check.run('1')).resolves.toBe('server-truth-need-import')
    expect(readServer).toHaveBeenCalledTimes(3)
    await check.run('1')
    expect(readServer).toHaveBeenCalledTimes(3)
  })

  test('reads twice before it removes a wallet', async () => {
    const certain = aCheck([serverHas(null), serverHas(null)])
    await expect(certain.check.run('1')).resolves.toBe('server-truth-mismatch')
    expect(certain.readServer).toHaveBeenCalledTimes(2)

    for (const [second, result] of [
      [serverHas(OWN), 'pass'],
      [{ kind: 'none' }, 'no-answer'],
      [{ kind: 'other-member' }, 'other-member'],
    ] as const) {
      const unsure = aCheck([serverHas(OTHER), second])
      await expect(unsure.check.run('1')).resolves.toBe(result)
      expect(unsure.wipes).toEqual([])
    }
  })

  test('removes a wallet only while it holds the lock', async () => {
    const { check, wipes } = aCheck([serverHas(null)])

    await check.run('1')

    expect(wipes).toEqual([true])
  })

  test('never returns the result of one member to another who signed in meanwhile', async () => {
    const { check, readServer } = aCheck([serverHas(OWN)])

    const results = await Promise.all([check.run('1'), check.run('2'), check.run('1')])

    expect(results).toEqual(['pass', 'pass', 'pass'])
    expect(readServer.mock.calls).toEqual([['1'], ['2']])
  })

  test('activates a wallet whose registration arrived and drops one that lost the race', async () => {
    await expect(aCheck([serverHas(OWN)], here('pending')).check.run('1')).resolves.toBe('pass')
    await expect(aCheck([serverHas(OTHER)], here('pending')).check.run('1')).resolves.toBe(
      'server-truth-need-import',
    )
  })

  test('drops a pending wallet only after two equal responses, and continues if it has to stay', async () => {
    const unsure = aCheck([serverHas(OTHER), serverHas(null)], here('pending'))
    await expect(unsure.check.run('1')).resolves.toBe('pass')
    expect(await unsure.kept()).toMatchObject({ state: 'pending' })

    const stuck = aCheck([serverHas(OTHER)], here('pending'), false)
    await expect(stuck.check.run('1')).resolves.toBe('server-truth-need-import')
    expect(await stuck.kept()).toMatchObject({ state: 'pending' })
  })

  test('is suspended while any tab creates or removes a wallet', async () => {
    const { check, readServer, setBusy } = aCheck([serverHas(null)])
    setBusy(true)

    await expect(check.run('1')).resolves.toBe('pass')

    expect(readServer).not.toHaveBeenCalled()
  })
})
