import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { CallData } from '@solstice/contract/wire'
import { TURNCOAT_BOOK } from '@solstice/contracts/partner-contracts'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { encodeDeployData, encodeFunctionData } from 'viem'
import { ROOT } from '../../tools/run-step.ts'
import { requestsOf } from '../support/api.ts'
import { type TestMember, PIN } from '../support/members.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { ETH_CHAIN } from '../support/wallet-steps.ts'
import { type Partner, openPartner } from './partner.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = LOCAL_NETWORKS[0]?.token.address ?? '0x'
const LINE = 'Clear skies from the harbour, Mina'
/** The mission of the demo with a proof on chain that needs no call. */
const HOLDS_MISSION = 11
const GUEST_BOOK_MISSION = 15

export type WalletTour = {
  page: Page
  url: string
  language: 'en' | 'ko'
  member: TestMember
  take: (name: string) => Promise<void>
}

type Part = { names: readonly string[]; visit: (tour: WalletTour) => Promise<void> }

/** The states of the wallet that no address leads to, each reached as a member reaches it. */
export const WALLET_PARTS: readonly Part[] = [
  {
    names: ['wallet-currencies', 'wallet-won', 'wallet-hidden', 'wallet-hidden-home'],
    visit: visitDisplay,
  },
  { names: ['wallet-names', 'wallet-export', 'wallet-export-ready'], visit: visitHistory },
  {
    names: [
      'send-coinless-offer',
      'send-coinless-review',
      'send-coinless-progress',
      'send-coinless-failed',
    ],
    visit: visitCoinless,
  },
  {
    names: [
      'action-form',
      'action-review',
      'action-untested',
      'action-progress',
      'action-speed-up',
      'action-stopped-moves',
      'action-stopped-approval',
    ],
    visit: visitAction,
  },
]

/** Returns the app's own texts, so that a tour finds its buttons in each language. */
function textsOf(language: 'en' | 'ko') {
  return (key: `${string}:${string}`, values: Record<string, string> = {}): string => {
    const [file = '', path = ''] = key.split(':')
    const whole = join(ROOT, `apps/web/src/locales/${language}/${file}.json`)
    const found = path
      .split('.')
      .reduce<unknown>(
        (node, name) => (node as Record<string, unknown>)[name],
        JSON.parse(readFileSync(whole, 'utf8')),
      )
    if (typeof found !== 'string') throw new Error(`There is no text ${key}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

/** Types the PIN once its pad is enabled; its name depends on the language. */
async function typePin(page: Page): Promise<void> {
  await page.locator('[role=group] button:enabled', { hasText: /^0$/ }).waitFor()
  await page.keyboard.type(PIN)
}

async function visitDisplay({ page, language, take }: WalletTour): Promise<void> {
  const t = textsOf(language)
  const currency = (code: string) => press(page, `${t('wallet-reach:currency.title')} ${code}`)
  await navigateInApp(page, '/wallet')
  await currency('USD')
  await take('wallet-currencies')
  await press(page, 'KRW')
  await take('wallet-won')
  await currency('KRW')
  await press(page, 'USD')
  await press(page, t('wallet:home.total'))
  await take('wallet-hidden')
  await navigateInApp(page, '/home')
  await take('wallet-hidden-home')
  await navigateInApp(page, '/wallet')
  await press(page, t('wallet:home.total'))
}

async function visitHistory({ page, language, take }: WalletTour): Promise<void> {
  const t = textsOf(language)
  await navigateInApp(page, '/wallet/history')
  await take('wallet-names')
  await press(page, t('wallet-reach:export.open'))
  await take('wallet-export')
  await press(page, t('wallet-reach:export.start'))
  await page.getByRole('button', { name: t('wallet-reach:export.save') }).waitFor()
  await take('wallet-export-ready')
  await page.keyboard.press('Escape')
}

const offer: CallData<'relay.offer'> = {
  offer: 'READY',
  quota: 3,
  used: 1,
  resetsAt: '2027-06-30T20:00:00.000Z',
  heldUntil: null,
  signed: {
    relay: FRIEND,
    permit: { name: 'Solstice Dollar', version: '1', nonce: '0' },
    deadline: 1_813_806_600,
    fee: '0.00004',
  },
}

const relayed: CallData<'relay.sends'>['list'][number] = {
  sendId: 1,
  chainId: ETH_CHAIN,
  token: TOKEN,
  symbol: 'USDS',
  decimals: 6,
  recipient: FRIEND,
  amount: '20',
  nonce: '7',
  state: 'SENT',
  failure: null,
  txHash: `0x${'ab'.repeat(32)}`,
  deadline: '2027-06-24T03:10:00.000Z',
  createdAt: '2027-06-24T03:00:00.000Z',
  endedAt: null,
}

/** A new wallet has no such send for two days, so its calls have sample replies. */
async function visitCoinless({ page, language, member, take }: WalletTour): Promise<void> {
  const t = textsOf(language)
  const answer = (data: unknown) => ({ json: { code: 0, success: true, msg: '', data } })
  let sent = relayed
  await page.route(requestsOf('relay.offer'), (route) => route.fulfill(answer(offer)))
  await page.route(requestsOf('relay.sends'), (route) =>
    route.fulfill(answer({ list: [sent], before: null, hasNext: false })),
  )
  // A node that names no balance makes the wallet one without coin.
  await page.route(`**/rpc/${ETH_CHAIN}`, async (route) => {
    const call = route.request().postDataJSON() as { id: number; method: string }
    if (call.method !== 'eth_getBalance') return route.continue()
    await route.fulfill({ json: { jsonrpc: '2.0', id: call.id, result: '0x0' } })
  })
  try {
    await navigateInApp(page, '/wallet/send/')
    await page.getByRole('textbox').first().fill(FRIEND)
    await press(page, t('wallet:continue'))
    const amount = page.getByRole('textbox', { name: t('wallet:send.amount') })
    await amount.waitFor()
    const coin = page.getByRole('button', { name: /^ETH/ })
    if (await coin.isVisible()) {
      await coin.click()
      await page.getByRole('button', { name: /USDS/ }).first().click()
    }
    await amount.fill('20')
    await press(page, t('wallet:send.review'))
    await page.getByText(t('relay:title')).first().waitFor()
    await take('send-coinless-offer')
    await press(page, t('relay:choose'))
    await take('send-coinless-review')

    const { userId } = await member.api.call('users.me')
    const body = { nonce: relayed.nonce, recipient: FRIEND, token: TOKEN, chainId: ETH_CHAIN }
    const open = async () => {
      await navigateInApp(page, '/more')
      await page.evaluate(
        ([key, stored]) => localStorage.setItem(key ?? '', stored ?? ''),
        [`wallet_relay_${userId}`, JSON.stringify(body)],
      )
      await navigateInApp(page, '/wallet/send/')
    }
    await open()
    await take('send-coinless-progress')
    sent = { ...relayed, state: 'FAILED', failure: 'EXPIRED', txHash: null }
    await page.getByText(t('relay:failed.EXPIRED')).waitFor()
    await take('send-coinless-failed')
  } finally {
    await page.unroute(requestsOf('relay.offer'))
    await page.unroute(requestsOf('relay.sends'))
    await page.unroute(`**/rpc/${ETH_CHAIN}`)
  }
}

/** Lets the node refuse to simulate meanwhile. */
async function withoutSimulation(partner: Partner, visit: () => Promise<void>): Promise<void> {
  const method = 'eth_simulateV1'
  const fault = { kind: 'error', code: -32_601, message: 'The method does not exist' }
  await partner.order({ fault, method })
  try {
    await visit()
  } finally {
    await partner.order({ fault: null, method })
  }
}

/** Opens the mission, fills its form and waits for the review. */
async function openAction(tour: WalletTour, missionId: number): Promise<void> {
  const { page, language, member } = tour
  const t = textsOf(language)
  const { list } = await member.api.call('season.list')
  const season = list.find(({ status }) => status === 'ONGOING')?.seasonId ?? 0
  // The mission keeps an open review until another screen has replaced it.
  await navigateInApp(page, '/more')
  await page.getByRole('heading', { name: t('more:title') }).waitFor()
  await navigateInApp(page, `/rewards/dashboard/${season}/missions/${missionId}`)
  await press(page, t('proof:action.see'))
  await page.getByRole('textbox').fill(LINE)
}

async function visitAction(tour: WalletTour): Promise<void> {
  const { page, url, language, take } = tour
  const t = textsOf(language)
  const partner = await openPartner(url)
  await openAction(tour, GUEST_BOOK_MISSION)
  await take('action-form')
  await press(page, t('review:action.continue'))
  await page.getByText(t('review:action.testedText')).waitFor()
  await take('action-review')

  await withoutSimulation(partner, async () => {
    await openAction(tour, GUEST_BOOK_MISSION)
    await press(page, t('review:action.continue'))
    await page.getByText(t('review:untested')).first().waitFor()
    await take('action-untested')
  })

  await partner.order({ stall: true })
  await openAction(tour, GUEST_BOOK_MISSION)
  await press(page, t('review:action.continue'))
  await page.getByText(t('review:action.testedText')).waitFor()
  await press(page, t('review:action.sign'))
  await typePin(page)
  await page.getByText(t('wallet:send.steps.waiting')).waitFor()
  await take('action-progress')
  await page.getByRole('link', { name: t('wallet:send.details') }).click()
  await press(page, t('wallet:detail.speedUp'))
  await page.getByText(t('review:nothingMoves')).first().waitFor()
  await take('action-speed-up')
  await page.keyboard.press('Escape')
  await partner.order({ stall: false })
  await partner.order({ mine: 4 })

  await visitStopped(tour, partner)
}

/** The book of a partner who changed it after the season was published. */
async function visitStopped(tour: WalletTour, partner: Partner): Promise<void> {
  const { page, language, take } = tour
  const t = textsOf(language)
  const turncoat = await partner.deploy(encodeDeployData({ ...TURNCOAT_BOOK, args: [TOKEN] }))
  const action = {
    contract: turncoat,
    name: 'Lumen Guest Book',
    effect: 'One new line in the book',
    function: 'sign(string line)',
    arguments: [{ kind: 'TEXT', label: 'Your line', maxLength: 60 }],
    value: '0',
  }
  await page.route(requestsOf('mission.show', { missionId: HOLDS_MISSION }), async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: { proof: object; available: boolean } }
    Object.assign(json.data.proof, { check: 'CALLED', action })
    json.data.available = true
    await route.fulfill({ response, json })
  })
  for (const [mode, name, text] of [
    [4n, 'action-stopped-moves', 'review:action.stopped.moves'],
    [2n, 'action-stopped-approval', 'review:action.stopped.approves'],
  ] as const) {
    const data = encodeFunctionData({ ...TURNCOAT_BOOK, functionName: 'turn', args: [mode] })
    await partner.send(turncoat, data)
    await openAction(tour, HOLDS_MISSION)
    await press(page, t('review:action.continue'))
    await page.getByText(t(text)).waitFor()
    await take(name)
  }
  await page.unroute(requestsOf('mission.show', { missionId: HOLDS_MISSION }))
}
