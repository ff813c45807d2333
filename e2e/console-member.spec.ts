import { type Page, expect } from '@playwright/test'
import { ApiSession } from './support/api.ts'
import { enrolSupport } from './support/console-enrolment.ts'
import { OWNER, signInWithCode, test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { type TestMember, createMember } from './support/members.ts'
import { watchRequests } from './support/pending-requests.ts'

test.use({
  consoleOf: 'member',
  approvals: 'off',
  // Noon of a programme day, when check-in is open, in the season that runs in the demo data.
  consoleStartsAt: '2027-06-21T08:00:00.000Z',
  viewport: { width: 1389, height: 868 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
// The later tests continue with the member of the first one.
test.describe.configure({ mode: 'serial' })

const SEASON = 2
const DAY_MS = 86_400_000
/** The largest number of clicks and keystrokes for one answer; a pasted text is one. */
const STEPS_MAX = 12

type Case = {
  member: TestMember
  nickname: string
  roundNumber: number
  historyId: number
}
let prepared: Case

const inSeason = { seasonId: SEASON }

/** Lets a member do what members ask support about, in the first days of a round. */
async function prepareMember(url: string, advance: (ms: number) => Promise<void>): Promise<Case> {
  const member = await createMember(url)
  const { api } = member
  const execute = (missionId: number) =>
    api.call('mission.execute', { params: { ...inSeason, missionId }, body: {} })
  await execute(1)
  // The second check-in of a day is refused.
  await expect(execute(1)).rejects.toThrow('2302')
  await execute(2)
  await execute(3)
  const { list: products } = await api.call('product.list', { params: inSeason })
  const product = products.find(({ payType }) => payType === 'TICKET')
  await api.call('product.buy', {
    params: { ...inSeason, productId: product?.productId ?? 0 },
    body: { quantity: 1 },
  })
  const { list: bought } = await api.call('history.list', {
    params: inSeason,
    query: { tab: 'Purchased' },
  })
  await api.call('refund.request', {
    params: { ...inSeason, historyId: bought[0]?.historyId ?? 0 },
    body: { type: 'OTHER', reason: 'Bought by mistake' },
  })
  const { nickname } = await api.call('users.me')

  // The round ends at midnight, and its rewards are computed a moment later.
  const { list: rounds } = await api.call('season.rounds', { params: inSeason })
  const round = rounds.find(({ status }) => status === 'ONGOING')
  const leftMs = Date.parse(round?.endAt ?? '') - Date.parse('2027-06-21T08:00:00.000Z')
  await advance(leftMs + DAY_MS / 2)
  const later = new ApiSession(url)
  await later.call('auth.login', { body: { email: member.email, password: member.password } })
  await expect
    .poll(async () => {
      const { list } = await later.call('season.rounds', { params: inSeason })
      return list.find(({ roundId }) => roundId === round?.roundId)?.myReward
    })
    .toBe('0')
  return {
    member,
    nickname,
    roundNumber: round?.number ?? 0,
    historyId: bought[0]?.historyId ?? 0,
  }
}

/** Returns the answer to the refund as the app shows it to the member. */
async function refundAnswerOf(url: string, { member, historyId }: Case): Promise<string> {
  const app = new ApiSession(url)
  await app.call('auth.login', { body: { email: member.email, password: member.password } })
  const { refund } = await app.call('history.show', { params: { ...inSeason, historyId } })
  return refund?.note ?? ''
}

/** Counts what an agent presses, who finds everything by its visible label. */
class Agent {
  steps = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(role: 'button' | 'link' | 'option', name: string | RegExp): Promise<void> {
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
    this.steps += 1
  }

  async paste(label: string, text: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).fill(text)
    this.steps += 1
  }

  /** Opens the file of a member by the address in the ticket. */
  async openFile({ member, nickname }: Case): Promise<void> {
    await this.press('button', /^Search or run a command/)
    await this.paste('Search or run a command', member.email)
    await this.press('option', new RegExp(nickname))
    await expect(this.page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
  }

  /** Copies the answer in English and returns it. */
  async copyAnswer(): Promise<string> {
    await this.press('button', 'Copy answer')
    await expect(this.page.getByText('Answer copied')).toBeVisible()
    return this.page.evaluate(() => navigator.clipboard.readText())
  }
}

const verdict = (page: Page, text: RegExp) =>
  expect(page.getByRole('complementary', { name: 'Why' }).getByText(text).first()).toBeVisible()

const TICKETS: {
  name: string
  /** Finds the reason and copies the answer, unless the ticket is answered in another way. */
  ask: (agent: Agent, of: Case) => Promise<void>
  verdict?: RegExp
  answer: RegExp
}[] = [
  {
    name: 'no XP',
    ask: async (agent) => {
      await agent.press('button', 'Refused')
      await agent.press('button', /^Why\? .*refused/)
    },
    verdict: /^Refused as the rules say/,
    answer: /already checked in/,
  },
  {
    name: 'an unfair spin',
    ask: (agent) => agent.press('button', /^Why\? Spin/),
    verdict: /^Credited as the rules say/,
    answer: /The wheel stopped at/,
  },
  {
    name: 'not paid',
    ask: async (agent, { roundNumber }) => {
      await agent.press('link', 'Season')
      await agent.press('button', `Why? round ${roundNumber}`)
    },
    verdict: /^No reward, as the rules say/,
    answer: /checked in on at least 3 of its days. You checked in on 1/,
  },
  {
    name: 'a refund',
    // No rule decides this request: the queue does, and the member reads the answer in the app.
    ask: async (agent, { nickname }) => {
      await agent.press('link', /^Refunds/)
      // The file of the member links to the member, too.
      await expect(agent.page.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible()
      await agent.press('link', new RegExp(nickname))
      await agent.press('button', 'Claim')
      await agent.press('button', /^Pay back/)
      await agent.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay back/ })
        .click()
      agent.steps += 1
      await expect(agent.page.getByText(/^Refund \d+ is paid back$/)).toBeVisible()
    },
    answer: /^We’ve refunded 1 ticket for .+ as a courtesy/,
  },
  {
    name: 'no push',
    ask: async (agent) => {
      await agent.press('button', 'Messages')
      await agent.press('button', /^Why\? Push/)
    },
    verdict: /^No push was delivered/,
    answer: /No device of yours was set up/,
  },
]

test('a support agent answers five tickets by search, file, reason and copy, each in at most twelve steps', async ({
  page,
  server,
  clock,
  checkScreen,
}) => {
  prepared = await prepareMember(server.url, clock.advance)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  const answered = watchRequests(page)
  await enrolSupport(page, server, 'ticket.agent')

  for (const ticket of TICKETS) {
    await test.step(ticket.name, async () => {
      await page.goto('/')
      const agent = new Agent(page)
      await agent.openFile(prepared)
      await ticket.ask(agent, prepared)
      if (ticket.verdict) await verdict(page, ticket.verdict)
      const answer = ticket.verdict
        ? await agent.copyAnswer()
        : await refundAnswerOf(server.url, prepared)

      expect(answer).toMatch(ticket.answer)
      expect(agent.steps).toBeLessThanOrEqual(STEPS_MAX)
      await checkScreen(ticket.name.replaceAll(' ', '-'))
      await answered()
    })
  }

  // No part of the page asks for what the role may not read, which is refused with 9991.
  expect(refused).toEqual([])
})

test('an address opens a reason, in Korean too, and every tab is accessible', async ({
  page,
  checkScreen,
  clock,
}) => {
  // Every code works once.
  await clock.advance(60_000)
  await signInWithCode(page, OWNER)
  const agent = new Agent(page)
  await agent.openFile(prepared)
  await agent.press('button', /^Why\? Spin/)
  await verdict(page, /^Credited as the rules say/)
  const address = page.url()
  expect(address).toMatch(/entry=history(:|%3A)\d+/)
  await page.evaluate(() => localStorage.setItem('console-language', 'ko'))

  await page.goto(address)
  await expect(page.getByText('규칙대로 적립되었습니다.')).toBeVisible()
  await checkScreen('spin-ko')
  const tabs = page.getByRole('navigation', { name: '회원 정보' })
  for (const tab of ['시즌', '주문', '지급', '세션', '초대', '메모', '변경 이력']) {
    await tabs.getByRole('link', { name: new RegExp(`^${tab}( \\d+)?$`) }).click()
    await expect(page.getByText('불러오는 중')).toHaveCount(0)
    await checkScreen(`tab-${tab}`)
  }
})

test('an agent adds a note, ends the sessions, suspends the member and restores the account', async ({
  page,
  checkScreen,
  clock,
}) => {
  await clock.advance(60_000)
  await signInWithCode(page, OWNER)
  await new Agent(page).openFile(prepared)
  const { nickname, member } = prepared
  const confirmWith = async (reason: string, action: RegExp) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByLabel(`Type ${nickname} to confirm`).fill(nickname)
    await dialog.getByRole('button', { name: action }).click()
  }

  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('SUP-7, asked about round 1, explained.')
  await checkScreen('note')
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(page.getByText('“SUP-7, asked about round 1, explained.”')).toBeVisible()

  await page.getByRole('button', { name: 'End sessions…' }).click()
  await checkScreen('end-sessions')
  await confirmWith('SUP-7, lost phone', /^End \d+ sessions?$/)
  await expect(page.getByText(/^\d+ sessions? ended$/)).toBeVisible()
  await expect(member.api.call('users.me')).rejects.toThrow()

  await page.getByRole('button', { name: 'Suspend…' }).click()
  await checkScreen('suspend')
  await confirmWith('SUP-7, reported theft', /^Suspend /)
  await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/suspended the account$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable…' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore…' }).click()
  await confirmWith('SUP-7 closed', /^Restore /)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /^Reveal the email address/ }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('“SUP-7, reported theft”')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a reason opens as a sheet and returns to its line', async ({
    page,
    checkScreen,
    clock,
  }) => {
    await clock.advance(60_000)
    await signInWithCode(page, OWNER)
    await page.goto('/members')
    await page.getByRole('link', { name: prepared.nickname }).click()
    await expect(page.getByRole('heading', { level: 1, name: prepared.nickname })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Today,/ })).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('phone')
    const why = page.getByRole('button', { name: /^Why\? Spin/ })

    await why.click()
    await expect(page.getByRole('dialog').getByText(/^Credited as the rules say/)).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('phone-why')
    await page.keyboard.press('Escape')

    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(why).toBeFocused()
  })
})
