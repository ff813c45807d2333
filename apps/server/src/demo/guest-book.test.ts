import { GUEST_BOOK_DEPLOYMENT } from '@solstice/contracts/partner-contracts'
import { aDevnet, aFolder, chainOf, closeAll, head } from '@solstice/devnet/test-devnet'
import { actionProblems, encodeAction } from '@solstice/rules/signing/contract-action'
import { validateSeasonCost } from '@solstice/rules/season-simulation'
import { afterEach, expect, test } from 'vitest'
import { GUEST_BOOK_MISSION, openGuestBook } from './guest-book.ts'
import { demoSeason, THEMES } from './season-plan.ts'

afterEach(closeAll)

const { deployer, address } = GUEST_BOOK_DEPLOYMENT

test('deploys the guest book of the demo once, also after a restart of the chain', async () => {
  const folder = aFolder()
  const first = await aDevnet({ folder })
  await openGuestBook(first)
  const deployed = await head(chainOf(first))
  await openGuestBook(first)
  await first.close()

  const again = await aDevnet({ folder })
  await openGuestBook(again)

  const { node } = chainOf(again)
  expect(await node.call('eth_getCode', [address, 'latest'])).toMatch(/^0x60/)
  expect(await head(chainOf(again))).toEqual(deployed)
})

test('the mission of the demo describes a call that the book takes', async () => {
  const devnet = await aDevnet()
  await openGuestBook(devnet)
  const { proof } = GUEST_BOOK_MISSION
  const check = proof?.kind === 'ONCHAIN' ? proof.check : undefined
  const action = check?.kind === 'CALLED' ? check.action : undefined
  if (check?.kind !== 'CALLED' || !action) throw new Error('The mission has no action')

  expect(actionProblems(action, check.selector)).toEqual([])
  // The longest line in bytes.
  const data = encodeAction(action, deployer, { 0: '🌅'.repeat(50) })
  const call = { from: deployer, to: check.contract, data }
  await expect(chainOf(devnet).node.call('eth_call', [call, 'latest'])).resolves.toBe('0x')
})

test('the demo season with the mission stays below its budget', () => {
  const plan = demoSeason(THEMES[0], new Date('2026-12-31T20:00:00Z'))

  expect(validateSeasonCost({ ...plan, missions: [...plan.missions, GUEST_BOOK_MISSION] })).toEqual(
    [],
  )
})
