import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import {
  aRelayMember,
  failedSends,
  forgetSends,
  listedSends,
  offerOf,
  signSend,
  startRelayApp,
  type RelayMember,
  type SendBody,
} from '#test/test-relay.ts'
import type { TestApp } from '#test/test-app.ts'
import { advanceChains, setTreasuryStopped } from '#test/test-treasury.ts'

let server: TestApp
let member: RelayMember
beforeAll(async () => {
  server = await startRelayApp()
  member = await aRelayMember(server)
})
afterAll(() => server.close())

test('the server refuses a second send of a token while one is under way, because both permits have one nonce', async () => {
  const [first, second] = [await signSend(server, member), await signSend(server, member)]
  const other = await signSend(server, member, { chainId: 31_338 })
  // The treasury signs nothing, so no node knows of the first send: the server alone can refuse.
  await setTreasuryStopped(server, true)
  const post = (body: SendBody) => member.browser.call('relay.send', { body })

  expect((await post(first)).code).toBe(0)
  expect((await post(second)).code).toBe(Code.RELAY_UNDER_WAY)
  expect((await post(other)).code).toBe(0)
  await setTreasuryStopped(server, false)
  expect(await offerOf(server, member)).toMatchObject({ offer: 'QUOTA', used: 2, signed: null })
  await forgetSends(server, member)
  expect(await offerOf(server, member)).toMatchObject({ offer: 'UNDER_WAY', signed: null })
  await advanceChains(server, 8)
  expect((await listedSends(member)).map(({ state }) => state)).toEqual(['DONE', 'DONE'])
  expect((await offerOf(server, member)).offer).toBe('READY')
})

test('after three failures on chain the refusal and the offer name them instead of the quota', async () => {
  const failing = await aRelayMember(server)
  const body = await signSend(server, failing)
  await failedSends(server, failing, 3)

  const refused = await failing.browser.call('relay.send', { body })
  expect(refused.code).toBe(Code.RELAY_FAILED_TOO_OFTEN)
  expect(await offerOf(server, failing)).toMatchObject({ offer: 'FAILURES', used: 0, signed: null })
})

test('nothing is offered while the treasury is frozen, because a send would expire', async () => {
  await setTreasuryStopped(server, true)

  expect(await offerOf(server, member)).toMatchObject({ offer: 'BUDGET', signed: null })
})
