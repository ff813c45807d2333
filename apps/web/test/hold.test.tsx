import type { CallData } from '@solstice/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { chooseLanguage } from '#/lib/i18n.ts'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import { dismissToast } from '#/lib/toast.ts'
import { openScreen } from './open-screen.tsx'
import { clearMockReplies, mockReply } from './replies.ts'

type Hold = CallData<'hold.mine'>['list'][number]
type Published = CallData<'hold.published'>

const hold: Hold = {
  holdId: 5,
  state: 'OPEN',
  // 3.5 of 14 days are over at the fixed time of the tests.
  openedAt: '2026-06-06T15:05:00.000Z',
  until: '2026-06-20T15:05:00.000Z',
  endedAt: null,
  evidence: ['MONEY', 'INVITES'],
  accountsAtLeast: 5,
  amounts: [{ symbol: 'USDS', amount: '18.08' }],
  appeal: null,
  canAppeal: true,
  decision: null,
}

const appealed: Hold = {
  ...hold,
  canAppeal: false,
  appeal: {
    text: 'My sister and I got our first coins from our father.',
    at: '2026-06-10T02:00:00.000Z',
    answerBy: '2026-06-15T02:00:00.000Z',
  },
}

const decided = (decision: NonNullable<Hold['decision']>): Hold => ({
  ...appealed,
  state: decision.decision === 'RELEASE' ? 'RELEASED' : 'UPHELD',
  decision,
})

const published: Published = {
  months: [
    { month: '2026-06', held: 8, released: 3, upheld: 2, lapsed: 1, appealed: 4, reversed: 3 },
    { month: '2026-05', held: 4, released: 1, upheld: 3, lapsed: 0, appealed: 2, reversed: 1 },
  ],
  open: 2,
  lastAppeals: { answered: 100, reversed: 71 },
}

const textArea = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your side' })
const type = (area: HTMLElement, value: string) => fireEvent.change(area, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))

beforeEach(() => {
  dismissToast()
  runSignOutTasks({ wipe: false })
  mockReply('hold.published', published)
})

describe('a hold', () => {
  test('explains its reason without naming a signal, its time, and what still works', async () => {
    mockReply('hold.mine', { list: [hold] })

    await openScreen('/more/holds', 'normal')

    expect(
      await screen.findByRole('heading', { level: 2, name: /^18\.08\sUSDS is on hold$/ }),
    ).toBeDefined()
    expect(screen.getByText(/connected through the money they received/)).toBeDefined()
    expect(screen.getByText(/invitations around your account/)).toBeDefined()
    expect(screen.getByText(/We see this with 5 or more accounts/)).toBeDefined()
    expect(screen.getByText('14 days at most')).toBeDefined()
    expect(Number.parseFloat(screen.getByText('Now').style.left)).toBeCloseTo(25, 0)
    expect(screen.getByText(/You can keep playing/)).toBeDefined()
    expect(screen.getByText(/you’re paid automatically/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Tell us your side' })).toBeDefined()
  })

  test('is chosen from a list when there are several, and an ended one stands below', async () => {
    const ended: Hold = {
      ...hold,
      holdId: 3,
      state: 'LAPSED',
      endedAt: '2026-05-20T03:00:00.000Z',
      amounts: [],
      canAppeal: false,
    }
    mockReply('hold.mine', { list: [hold, ended] })
    await openScreen('/more/holds', 'normal')
    expect(await screen.findByRole('heading', { name: 'Earlier' })).toBeDefined()

    fireEvent.click(screen.getByRole('link', { name: /Hold ended by itself/ }))

    expect(await screen.findByRole('heading', { name: 'This hold has ended' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Tell us your side' })).toBeNull()
  })

  test('stays on hold in the list after its appeal was answered', async () => {
    const decision = {
      decision: 'UPHOLD',
      answer: 'NOT_EXPLAINED',
      at: '2026-06-10T03:00:00.000Z',
    } as const
    mockReply('hold.mine', { list: [decided(decision), { ...appealed, holdId: 6 }] })

    await openScreen('/more/holds', 'normal')

    expect(await screen.findByRole('link', { name: /Stays on hold/ })).toBeDefined()
    expect(screen.getAllByText('Your appeal is being read')).toHaveLength(1)
  })

  test.each([
    ['RELEASE', 'FAMILY', /share a device, a network or a household/],
    ['UPHOLD', 'NOT_EXPLAINED', /What we know has not changed/],
  ] as const)('shows the answer to an appeal after the decision %s', async (kind, answer, text) => {
    const decision = { decision: kind, answer, at: '2026-06-10T03:00:00.000Z' }
    mockReply('hold.mine', { list: [decided(decision)] })

    await openScreen('/more/holds?hold=5', 'normal')

    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByText('My sister and I got our first coins from our father.')).toBeDefined()
    expect(screen.queryByText('Being read by a person')).toBeNull()
  })

  test('is explained in Korean', async () => {
    mockReply('hold.mine', { list: [hold] })
    await openScreen('/more/holds', 'normal')
    await screen.findByRole('link', { name: 'Tell us your side' })

    await act(() => chooseLanguage('ko'))

    expect(await screen.findByRole('link', { name: '의견 보내기' })).toBeDefined()
    expect(screen.getByText(/받은 자금으로 서로 연결되어 있어요/)).toBeDefined()
    await chooseLanguage('en')
  })

  test('is reached from the explanation of a held payout', async () => {
    mockReply('hold.mine', { list: [hold] })
    mockReply('explanation.mine', {
      entryId: 'payout:9',
      rule: 'payout',
      ruleVersion: 1,
      outcome: 'FAIR_PLAY',
      seasonVersion: null,
      seasonId: null,
      name: null,
      at: '2026-06-09T03:05:00.000Z',
      inputs: {
        amount: '18.08',
        symbol: 'USDS',
        createdAt: '2026-06-09T03:05:00.000Z',
        eventAt: hold.openedAt,
        until: hold.until,
      },
      sums: [],
      steps: [],
      days: [],
      next: null,
      ledgerTransactionId: null,
    })

    await openScreen('/more/withdraw-confirmed?why=withdrawal:1', 'normal')

    const link = await screen.findByRole('link', { name: 'See the hold and tell us your side' })
    expect(link.getAttribute('href')).toBe('/more/holds')
    expect(screen.getByText('14 days at most')).toBeDefined()
  })
})

describe('an appeal', () => {
  test('asks for a text before it is sent, and counts its characters', async () => {
    mockReply('hold.mine', { list: [hold] })
    await openScreen('/more/holds?hold=5&write=true', 'normal')
    const area = await textArea()

    send()
    expect(await screen.findByText('Write a sentence or two first.')).toBeDefined()
    // A zero-width space would use up the only appeal.
    type(area, '\u200b')
    expect(screen.getByText('Write a sentence or two first.')).toBeDefined()
    type(area, 'We are\ta family.')

    expect(area.value).toBe('We are a family.')
    expect(screen.getByText('16 of 1,000 characters')).toBeDefined()
  })

  test('keeps its text without an answer and after a reload, and shows its way once it is sent', async () => {
    mockReply('hold.mine', { list: [hold] })
    mockReply('hold.appeal', new ApiError({ status: 0 }))
    await openScreen('/more/holds?hold=5&write=true', 'normal')
    type(await textArea(), appealed.appeal?.text ?? '')

    send()
    expect(await screen.findByText('We couldn’t confirm your appeal')).toBeDefined()

    document.body.replaceChildren()
    await openScreen('/more/holds?hold=5&write=true', 'normal')
    expect((await textArea()).value).toBe(appealed.appeal?.text)
    expect(screen.getByText('We couldn’t confirm your appeal')).toBeDefined()

    mockReply('hold.appeal', appealed)
    mockReply('hold.mine', { list: [appealed] })
    send()
    expect(await screen.findByText('Being read by a person')).toBeDefined()
    expect(screen.getByText(/^By 15 Jun/)).toBeDefined()
    expect(
      await screen.findByText(/Of the last 100 answered appeals, we changed our minds on 71\./),
    ).toBeDefined()
    await waitFor(() => expect(Object.keys(sessionStorage).join()).not.toMatch(/hold_appeal/))
  })

  test('keeps its text when the server refuses it', async () => {
    mockReply('hold.mine', { list: [hold] })
    mockReply('hold.appeal', new ApiError({ code: 2902, status: 429, msg: 'Not so fast.' }))
    await openScreen('/more/holds?hold=5&write=true', 'normal')
    const area = await textArea()
    type(area, 'We are a family.')

    send()

    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeDefined())
    expect(area.value).toBe('We are a family.')
  })
})

describe('the published numbers', () => {
  test('add up the months and draw each of them', async () => {
    await openScreen('/fair-play', 'normal')

    expect(await screen.findByText('Put on hold in 12 months')).toBeDefined()
    expect(screen.getByText('12')).toBeDefined()
    expect(
      screen.getByText('8 put on hold, 4 ended in the member’s favour, 2 upheld, 4 appealed'),
    ).toBeDefined()
    expect(screen.getByText(/Of the last 100 answered appeals/)).toBeDefined()
  })

  test('say that nothing was held back as long as it is so', async () => {
    clearMockReplies()

    await openScreen('/fair-play', 'normal')

    expect(await screen.findByText('No payout has been held back so far.')).toBeDefined()
  })
})
