import type { APIRequestContext, Page } from '@playwright/test'
import { GUEST_BOOK, TURNCOAT_BOOK } from '@solstice/contracts/partner-contracts'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import type { PlannedMission, SeasonPlan } from '@solstice/rules/season-plan'
import { parseFunction } from '@solstice/rules/signing/contract-action'
import { type Hex, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { THEMES, demoSeason } from '../apps/server/src/demo/season-plan.ts'
import type { RunningServer } from '../tools/server.ts'
import { OPERATOR_TOKEN, callAsMachine } from './support/console-operators.ts'
import { enterAndStayLoggedIn as enter } from './support/log-in.ts'
import { createMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin, unlock } from './support/pin.ts'
import { expect, test } from './support/programme-server.ts'
import { seasonClock } from './support/season-clock.ts'
import { ETH_CHAIN, createWallet, orderChain } from './support/wallet-steps.ts'

/** After all seasons of the demo, so that only the season of this journey runs. */
const STARTS_AT = new Date('2027-10-01T20:00:00Z')
const THIRD_DAY = '2027-10-04T08:00:00.000Z'
const GWEI = 10n ** 9n
const GUEST_MISSION = 15
const TURNCOAT_MISSION = 16
const SIGN = 'sign(string line)'
const TOKEN = LOCAL_NETWORKS[0]?.token.address ?? '0x'

test.use({
  clockOf: 'mission-on-chain',
  serverSettings: { OPERATOR_TOKEN, APPROVALS: 'off' },
  deviceScaleFactor: 1,
})
test.describe.configure({ mode: 'serial' })

const partner = privateKeyToAccount(generatePrivateKey())
let nonce = 0
let turncoat: Hex = '0x'
let seasonId = 0

/** Sends a transaction of the partner and mines it. */
async function sendAsPartner(request: APIRequestContext, to: Hex | undefined, data: Hex) {
  const raw = await partner.signTransaction({
    type: 'eip1559',
    chainId: ETH_CHAIN,
    nonce,
    ...(to !== undefined && { to }),
    data,
    gas: 2_000_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
  })
  nonce += 1
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
  const reply = await request.post(`/rpc/${ETH_CHAIN}`, { data: body })
  expect(await reply.json()).toHaveProperty('result')
  await orderChain(request, ETH_CHAIN, { mine: 1 })
}

async function deploy(
  request: APIRequestContext,
  contract: typeof GUEST_BOOK,
  args: unknown[],
): Promise<Hex> {
  const address = getContractAddress({ from: partner.address, nonce: BigInt(nonce) })
  await sendAsPartner(request, undefined, encodeDeployData({ ...contract, args }))
  return address
}

/** Changes what signing the book of the turncoat does. */
const turn = (request: APIRequestContext, mode: bigint) =>
  sendAsPartner(
    request,
    turncoat,
    encodeFunctionData({ abi: TURNCOAT_BOOK.abi, functionName: 'turn', args: [mode] }),
  )

function signMission(missionId: number, title: string, contract: Hex): PlannedMission {
  const selector = parseFunction(SIGN)?.selector ?? ''
  return {
    missionId,
    type: 'PARTNER',
    category: 'starlight',
    title: { en: title, ko: `${title} 서명` },
    description: {
      en: 'Leave a line at the observatory. It stays on the network for good.',
      ko: '천문대 방명록에 한 줄을 남겨 보세요. 네트워크에 계속 남아요.',
    },
    imageUrl: null,
    linkUrl: null,
    rewardXp: 300,
    repeat: 'ONCE',
    proof: {
      kind: 'ONCHAIN',
      chainId: ETH_CHAIN,
      requirement: { en: 'Sign the guest book.', ko: '방명록에 서명해 주세요.' },
      check: {
        kind: 'CALLED',
        contract,
        selector,
        action: {
          name: { en: 'Guest book', ko: '방명록' },
          effect: { en: 'One new line in the book', ko: '방명록에 한 줄이 늘어나요' },
          function: SIGN,
          arguments: [{ kind: 'TEXT', label: { en: 'Your line', ko: '남길 말' }, maxLength: 60 }],
          value: '0',
        },
      },
    },
    partner: null,
    maxCompletions: null,
    terms: null,
    enabled: true,
  }
}

function planWith(missions: readonly PlannedMission[]): SeasonPlan {
  const plan = demoSeason(THEMES[0], STARTS_AT)
  return {
    ...plan,
    missions: [...plan.missions, ...missions],
    budget: { ...plan.budget, xp: plan.budget.xp * 2 },
  }
}

async function problemsOf(server: RunningServer, plan: SeasonPlan): Promise<string[]> {
  const { data } = await callAsMachine(server, 'seasonPlan.check', { body: { plan } })
  return (data as { problems: { code: string }[] }).problems.map(({ code }) => code)
}

async function openMission(page: Page, missionId: number): Promise<void> {
  await navigateInApp(page, `/rewards/dashboard/${seasonId}/missions/${missionId}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('textbox', { name: 'Your line' }).fill('Clear skies, Mina')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a newcomer finds a call to sign in the season of the demo', async ({ page, server }) => {
  const member = await createMember(server.url)
  await enter(page, member)
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })

  await navigateInApp(page, '/starlight')
  await page.getByRole('link', { name: /Sign the guest book/ }).click()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('textbox', { name: 'Your line' }).fill('First light')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No tokens move, no approvals')).toBeVisible()
  await page.getByRole('button', { name: 'Sign with PIN' }).click()
  await enterPin(page, member.pin)
  await expect(page.getByText(/You lit a star!/)).toBeVisible({ timeout: 60_000 })
})

test('the check of a season refuses a call that moves tokens, approves, or cannot be tested', async ({
  request,
  server,
}) => {
  await orderChain(request, ETH_CHAIN, { fund: partner.address, native: '1' })
  await orderChain(request, ETH_CHAIN, { mine: 1 })
  const book = await deploy(request, GUEST_BOOK, [])
  turncoat = await deploy(request, TURNCOAT_BOOK, [TOKEN])
  const honest = signMission(GUEST_MISSION, 'Sign the guest book', book)
  const plan = planWith([honest, signMission(TURNCOAT_MISSION, 'Sign the other book', turncoat)])

  for (const [mode, problem] of [
    [2n, 'MISSION_ACTION_APPROVES'],
    [4n, 'MISSION_ACTION_MOVES'],
    [3n, 'MISSION_ACTION_FAILS'],
  ] as const) {
    await turn(request, mode)
    expect(await problemsOf(server, plan)).toEqual([problem])
  }
  await turn(request, 0n)
  const unsupported = { kind: 'error', code: -32_601, message: 'The method does not exist' }
  await orderChain(request, ETH_CHAIN, { fault: unsupported, method: 'eth_simulateV1' })
  expect(await problemsOf(server, plan)).toEqual([
    'MISSION_ACTION_UNTESTED',
    'MISSION_ACTION_UNTESTED',
  ])
  await orderChain(request, ETH_CHAIN, { fault: null, method: 'eth_simulateV1' })
  expect(await problemsOf(server, plan)).toEqual([])

  const created = await callAsMachine(server, 'seasonPlan.create', { body: { plan } })
  seasonId = (created.data as { seasonId: number }).seasonId
  for (const language of ['en', 'ko'] as const) {
    const seen = { params: { seasonId }, body: { revision: 1, language } }
    await callAsMachine(server, 'seasonPlan.previewed', seen)
  }
  await callAsMachine(server, 'seasonPlan.simulate', {
    params: { seasonId },
    body: { revision: 1 },
  })
  const published = await callAsMachine(server, 'seasonPlan.publish', {
    params: { seasonId },
    body: { confirmed: ['BUDGET_150', 'COVER'], reason: 'PROG-7' },
  })
  expect(published).toMatchObject({ code: 0 })
  await seasonClock(server).goTo(THIRD_DAY)
})

test('a member signs the guest book in the app, reloads on the way, and the mission is completed', async ({
  page,
  request,
  server,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(300_000)
  allowConsoleErrors(
    /violates the following Content Security Policy directive: "connect-src 'none'"/,
  )
  const member = await createMember(server.url)
  await enter(page, member)
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await orderChain(request, ETH_CHAIN, { mine: 4 })

  await navigateInApp(page, `/rewards/dashboard/${seasonId}/missions/${GUEST_MISSION}`)
  await expect(page.getByText('One new line in the book')).toBeVisible()
  await checkScreen('mission')
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter 1 to 60 characters on one line')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your line' }).fill('Clear skies, Mina')
  await checkScreen('form')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('“Clear skies, Mina”')).toBeVisible()
  await expect(page.getByText('No tokens move, no approvals')).toBeVisible()
  await expect(page.getByText('Tested just now.')).toBeVisible()
  await checkScreen('review')

  await orderChain(request, ETH_CHAIN, { stall: true })
  await test.step('a fee that rose meanwhile is shown before anything is signed', async () => {
    const estimate = { kind: 'result', result: '0x1e8480' }
    await page.getByRole('button', { name: 'Sign with PIN' }).click()
    await orderChain(request, ETH_CHAIN, { fault: estimate, method: 'eth_estimateGas' })
    await enterPin(page, member.pin)
    await expect(page.getByText(/^The network fee went up meanwhile/)).toBeVisible()
    await checkScreen('fee-rose')
    await orderChain(request, ETH_CHAIN, { fault: null, method: 'eth_estimateGas' })
  })
  await page.getByRole('button', { name: 'Sign with PIN' }).click()
  await enterPin(page, member.pin)
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  await checkScreen('progress')

  // The signed call is followed again after a reload, without another signature.
  await page.reload()
  await unlock(page, member.pin)
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()

  await test.step('a call that waits too long is reviewed and sped up', async () => {
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Speed up' }).click()
    await expect(page.getByRole('heading', { name: 'Speed up this transaction?' })).toBeVisible()
    await expect(page.getByText('No coins or tokens move. No approvals.')).toBeVisible()
    await expect(page.getByText('Tested just now.')).toBeVisible()
    await checkScreen('speed-up')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, member.pin)
    await expect(page.getByText('Sent. Whichever is confirmed first goes through.')).toBeVisible()
    await navigateInApp(page, `/rewards/dashboard/${seasonId}/missions/${GUEST_MISSION}`)
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  })
  await orderChain(request, ETH_CHAIN, { stall: false })
  await orderChain(request, ETH_CHAIN, { mine: 4 })

  await expect(page.getByText(/You lit a star!/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Completed' })).toBeDisabled()
  await checkScreen('done')
  const { completed } = await member.api.call('mission.show', {
    params: { seasonId, missionId: GUEST_MISSION },
  })
  expect(completed).toBe(true)

  await test.step('a call that changed after the season was published is stopped in the review', async () => {
    await turn(request, 4n)
    await openMission(page, TURNCOAT_MISSION)
    await expect(page.getByText('Stopped: this would move assets of yours')).toBeVisible()
    await expect(page.getByText('−7 ?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign with PIN' })).toBeDisabled()
    await checkScreen('stopped')
    await page.getByRole('button', { name: 'Back' }).first().click()
    await turn(request, 2n)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(
      page.getByText('Stopped: this would let someone take assets of yours'),
    ).toBeVisible()
    await expect(page.getByText('May take all your ?, without a limit')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign with PIN' })).toBeDisabled()
    await checkScreen('stopped-approval')
  })
})
