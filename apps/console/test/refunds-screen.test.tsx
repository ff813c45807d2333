import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { refund, refundReplies } from './sample-refunds.ts'
import { reply, sentCalls } from './server.ts'

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Refunds' })
  return within(list).getAllByRole('link')
}
const bodiesOf = (id: 'refund.decide') => sentCalls(id).map(({ input }) => input.body)

/** The amount and its symbol stay on one line. */
const PAY_BACK = 'Pay back 5.00\u00a0USDS'

const free = {
  ...refund,
  memberProduct: 'Starter XP pack',
  expectedOutcome: 'REFUNDED' as const,
  recoverable: refund.given,
  language: 'en' as const,
}

describe('the queue', () => {
  test('shows the age of a refund in words, amber after a day and red after two', async () => {
    await openScreen('/refunds')

    const [overdue, late, fresh] = await rows()
    expect(overdue?.textContent).toContain('Waiting for more than two days:')
    expect(late?.textContent).toContain('Waiting for more than a day:')
    expect(fresh?.textContent).not.toContain('Waiting for more than')
    expect(fresh?.textContent).toContain('18 h')
  })

  test('names the operator who works on a refund, and the proposal that waits', async () => {
    await openScreen('/refunds')

    await rows()
    expect(screen.getByText('You')).toBeDefined()
    expect(screen.getByText('Claimed, noah.brandt')).toBeDefined()
    expect(screen.getByText('Proposal 57')).toBeDefined()
  })

  test('keeps its filters in the address', async () => {
    const router = await openScreen('/refunds')
    await rows()

    fireEvent.click(screen.getByRole('button', { name: 'Mine' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'mine' }))
    fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'OTHER' } })

    await waitFor(() =>
      expect(sentCalls('refund.queue').at(-1)?.input.query).toEqual({
        claimedBy: 'me',
        type: 'OTHER',
      }),
    )
  })

  test('J and K open the neighbours, C claims the open one, and typing is left alone', async () => {
    reply('refund.show', { ...refund, isMine: false, claimedBy: null, claimedUntil: null })
    const router = await openScreen('/refunds/321')
    await rows()
    await screen.findByRole('heading', { name: 'Refund 321' })

    fireEvent.keyDown(document.body, { key: 'c' })
    await waitFor(() =>
      expect(sentCalls('refund.claim').map(({ input }) => input.params)).toEqual([
        { refundId: 321 },
      ]),
    )
    fireEvent.keyDown(screen.getByLabelText('Member number'), { key: 'j' })
    expect(router.state.location.pathname).toBe('/refunds/321')
    fireEvent.keyDown(document.body, { key: 'j' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/refunds/322'))
    fireEvent.keyDown(document.body, { key: 'k' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/refunds/321'))
  })
})

describe('a refund', () => {
  test('that somebody else holds offers no decision', async () => {
    reply('refund.show', { ...refund, isMine: false, claimedBy: 'noah.brandt' })
    await openScreen('/refunds/321')

    expect(await screen.findByText('noah.brandt works on this refund.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Pay back/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  })

  test('says who took it when a claim comes too late', async () => {
    reply('refund.show', { ...refund, isMine: false, claimedBy: null, claimedUntil: null })
    reply(
      'refund.claim',
      new ApiError({
        code: Code.REFUND_CLAIMED,
        status: 409,
        msg: 'Another operator is working on this refund.',
      }),
    )
    await openScreen('/refunds/321')
    fireEvent.click(await screen.findByRole('button', { name: 'Claim' }))

    expect(await screen.findByText('Another operator is working on this refund.')).toBeDefined()
  })

  test('suggests what the rule expects, with an answer in the language of the member', async () => {
    await openScreen('/refunds/321')

    const answer = await screen.findByLabelText<HTMLTextAreaElement>('Answer to the member')
    expect(answer.value).toBe(
      '스타터 XP 팩 상품으로 받은 혜택을 이미 사용하셔서 결제 금액(5.00 USDS)을 환불해 드릴 수 없어요.',
    )
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByText(/spent, so this request can only be declined/)).toBeDefined()
    expect(screen.getByText(/^300 XP of 500 XP is spent/)).toBeDefined()
    expect(screen.getByText(/^Sent in Korean, \d+ of 500/)).toBeDefined()
    expect(within(screen.getByRole('figure')).getByText('환불 거절')).toBeDefined()
  })

  test('refuses an answer with an address before it is sent', async () => {
    reply('refund.show', free)
    await openScreen('/refunds/321')
    const answer = await screen.findByLabelText('Answer to the member')
    fireEvent.change(answer, { target: { value: 'Sent to 0x90aF' } })
    fireEvent.click(screen.getByRole('button', { name: /^Pay back/ }))

    expect(await screen.findByText(/^Leave out email and wallet addresses/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is paid back after typing the amount, and the next one opens', async () => {
    reply('refund.show', free)
    const router = await openScreen('/refunds/321')
    await rows()
    fireEvent.click(await screen.findByRole('button', { name: PAY_BACK }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('C3')).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: PAY_BACK }))
    expect(bodiesOf('refund.decide')).toEqual([])
    fireEvent.change(within(dialog).getByLabelText('Type 5 to confirm'), {
      target: { value: '5' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: PAY_BACK }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/refunds/322'))
    expect(bodiesOf('refund.decide')).toEqual([
      {
        approve: true,
        note: 'We’ve refunded 5.00 USDS for Starter XP pack as a courtesy. It usually arrives within a few minutes.',
      },
    ])
  })

  test('that was spent meanwhile is not paid back, and says so', async () => {
    reply('refund.show', { ...free, payType: 'XP', amount: '100', symbol: 'XP' })
    reply(
      'refund.decide',
      new ApiError({ code: Code.INVALID_REQUEST, status: 400, data: { reason: 'SPENT' } }),
    )
    await openScreen('/refunds/321')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay back/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: /^Pay back/ }))

    expect(await within(dialog).findByText(/^Nothing is paid back/)).toBeDefined()
  })

  test('above the limits says that it needs a second person', async () => {
    reply('refund.show', { ...free, amount: '20.01', price: '20.01 USDS' })
    await openScreen('/refunds/321')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay back/ }))

    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('C4')).toBeDefined()
    expect(within(dialog).getByText(/needs a second person/)).toBeDefined()
  })

  test('is declined without typing', async () => {
    await openScreen('/refunds/321')
    fireEvent.click(await screen.findByRole('button', { name: 'Decline refund' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('C1')).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decline refund' }))

    await waitFor(() => expect(bodiesOf('refund.decide')).toMatchObject([{ approve: false }]))
  })

  test('that was decided shows the answer, and offers nothing more', async () => {
    const decided = { state: 'COMPLETED', outcome: 'REFUNDED', note: 'Done for you' } as const
    reply('refund.show', { ...refund, ...decided, isMine: false, expectedOutcome: null })
    await openScreen('/refunds/321')

    expect(await screen.findByText('Done for you')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  })
})

test('the queue is saved as a file with every page of the filter, behind a cursor', async () => {
  const queue = refundReplies['refund.queue']
  if (!queue) throw new Error('There is no sample of the queue')
  reply('refund.queue', queue)
  await openScreen('/refunds')
  await rows()
  const nextCursor = '7.1800000000000'
  reply('refund.queue', { ...queue, nextCursor }, { ...queue, nextCursor: null })
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }))

  await waitFor(() =>
    expect(
      sentCalls('refund.queue').flatMap(({ input }) =>
        input.query && 'size' in input.query ? [input.query] : [],
      ),
    ).toEqual([
      { before: 'latest', page: 1, size: 100 },
      { before: nextCursor, page: 1, size: 100 },
    ]),
  )
})
