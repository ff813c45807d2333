import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { season, shownMember } from './sample-member.ts'
import { explainedCheckIn, explainedHold, explainedNothing } from './sample-why.ts'
import { fault, reply, sentCalls } from './server.ts'

type Why = CallData<'explanation.ofMember'>

async function explain(explanation: Why) {
  reply('operator.showMember', { ...shownMember, language: 'en' })
  reply('explanation.ofMember', explanation)
  await openScreen(`/members/48213?entry=${explanation.entryId}`)
  await screen.findByText('As the member reads it')
  return within(await screen.findByRole('complementary', { name: 'Why' }))
}

const share = [{ unit: 'USDS', parts: [{ part: 'SHARE' as const, amount: '12.5' }], total: '12.5' }]
const taken = [
  { unit: 'XP', parts: [{ part: 'ADJUSTMENT' as const, amount: '-500' }], total: '-500' },
]

describe('title and verdict', () => {
  test.each([
    ['round', 'EXPIRED', share, 'Why did the reward expire?', /^Not paid\. The reward expired/],
    ['round', 'WAITING_FOR_WALLET', share, 'Why is the reward not paid yet?', /^Not paid yet\./],
    ['adjustment', 'GRANTED', taken, 'Why −500 XP?', /^Deducted by an operator\.$/],
    ['refund', 'UNMATCHED', [], 'Why was it sent back?', /^Sent back/],
    ['refund', 'DECLINED', [], 'Why no refund?', /^Declined by an operator\.$/],
    ['friend', 'NOT_COUNTED', [], 'Why no reward?', /^No reward, as the rules say\.$/],
    ['friend', 'CHECK_INS_MISSING', [], 'Why no reward?', /^No reward yet/],
    ['push', 'SENT', [], 'Was the push sent?', /^Sent to the push service\.$/],
  ] as const)('of %s %s say what happened', async (rule, outcome, sums, title, verdict) => {
    const why = await explain({ ...explainedNothing, rule, outcome, sums: [...sums], days: [] })

    expect(why.getByRole('heading', { level: 2, name: title })).toBeDefined()
    expect(why.getByText(verdict)).toBeDefined()
  })
})

describe('times', () => {
  test('of quiet hours are in the time zone of the member, which the answer names', async () => {
    const why = await explain({
      ...explainedHold,
      entryId: 'alert:5',
      rule: 'push',
      outcome: 'QUIET_HOURS',
      inputs: {
        dueAt: '2027-01-17T23:00:00.000Z',
        quietFrom: '22:00',
        quietTo: '08:00',
        timeZone: 'Asia/Seoul',
      },
      next: null,
    })

    const answer = why.getByText(/22:00 to 08:00.*18 January, 08:00/)
    expect(answer.textContent).toMatch(/Times are in Asia\/Seoul\.$/)
    expect(answer.textContent).not.toContain('UTC+4')
  })

  test('of a held payout say when it was created, not when it was read', async () => {
    const createdAt = '2027-01-16T08:00:00.000Z'
    const inputs = { ...explainedHold.inputs, createdAt }
    const why = await explain({ ...explainedHold, inputs })

    expect(why.getByText('Created').nextSibling?.textContent).toMatch(/^16.Jan.2027.12:00.UTC\+4$/)
    expect(why.queryByText('Decided')).toBeNull()
  })

  test('of a state that is computed now are not shown', async () => {
    const why = await explain({
      ...explainedNothing,
      rule: 'friend',
      outcome: 'CLAIMABLE',
      days: [],
    })

    expect(why.queryByText('Decided')).toBeNull()
  })
})

test('a spin shows what its draw was computed from', async () => {
  const proof = {
    commitment: 'c0'.repeat(32),
    serverSeed: '5e'.repeat(32),
    clientSeed: 'ab'.repeat(16),
    nonce: 4,
    odds: '10:4000,30:6000',
  }
  const inputs = { ...proof, prizeXp: 30, chancePercent: 60 }
  const why = await explain({ ...explainedCheckIn, rule: 'spin', inputs })

  for (const value of Object.values(proof)) {
    expect(why.getByText(String(value)).tagName).toBe('CODE')
  }
  expect(await axeViolations()).toEqual([])
})

test('an entry that is no longer kept says so and offers no Retry', async () => {
  reply('explanation.ofMember', new ApiError({ code: Code.NOT_FOUND, status: 404 }))
  await openScreen('/members/48213?entry=alert:5')

  expect(await screen.findByText(/^Nothing answers this any more/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

describe('a season', () => {
  test('whose figures fail has its code, and is read again', async () => {
    reply('member.season', fault(), season)
    await openScreen('/members/48213')
    const figures = within(await screen.findByRole('region', { name: 'Figures' }))
    expect(await figures.findByText('The figures of the season could not be loaded.')).toBeDefined()
    expect(figures.getByText('9999, req-7f3a')).toBeDefined()

    figures.getByRole('button', { name: 'Retry' }).click()

    expect(await figures.findByText('rank 3,512')).toBeDefined()
    expect(figures.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('list that fails has its code', async () => {
    reply('seasonPlan.list', fault())
    await openScreen('/members/48213')

    expect(await screen.findByText('The seasons could not be loaded.')).toBeDefined()
    await waitFor(() => expect(sentCalls('seasonPlan.list').length).toBeGreaterThan(0))
  })
})

test.each(['restore', 'disable'])(
  'an address opens no dialog that is not possible: %s',
  async (open) => {
    await openScreen(`/members/48213?open=${open}`)
    await screen.findByRole('button', { name: 'Suspend…' })

    expect(screen.queryByRole('dialog')).toBeNull()
  },
)
