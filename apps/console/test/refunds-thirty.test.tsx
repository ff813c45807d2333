import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { refund, refundReplies } from './sample-refunds.ts'
import { replyBy, sentCalls } from './server.ts'

const REFUNDS = 30
/** The largest number of clicks and keystrokes for one refund. */
const STEPS_MAX = 6
const PAGE = 20

/** Serves a queue of refunds that shrinks with every decision. */
function serveQueue(): number[] {
  const waiting = Array.from({ length: REFUNDS }, (_none, at) => 401 + at)
  const decided: number[] = []
  let claimed = 0
  const queue = refundReplies['refund.queue']
  if (!queue) throw new Error('There is no sample of the queue')
  const one = (refundId: number) => ({
    ...refund,
    refundId,
    recoverable: refund.given,
    expectedOutcome: 'REFUNDED' as const,
    payType: 'XP' as const,
    amount: '1000',
    symbol: 'XP',
    isMine: claimed === refundId,
    claimedBy: claimed === refundId ? refund.claimedBy : null,
  })
  const idIn = ({ params }: { params?: object }) =>
    params !== undefined && 'refundId' in params ? Number(params.refundId) : 0
  replyBy('refund.queue', () => {
    const left = waiting.filter((id) => !decided.includes(id))
    const list = left.slice(0, PAGE).map(one)
    return Promise.resolve({ ...queue, size: PAGE, list, totalCount: left.length })
  })
  replyBy('refund.show', (input) => Promise.resolve(one(idIn(input))))
  replyBy('refund.claim', (input) => {
    claimed = idIn(input)
    return Promise.resolve(one(claimed))
  })
  replyBy('refund.decide', (input) => {
    decided.push(idIn(input))
    return Promise.resolve({ ...one(idIn(input)), state: 'COMPLETED', outcome: 'REFUNDED' })
  })
  return decided
}

test('thirty refunds are decided one after the other, each in at most six steps', async () => {
  const decided = serveQueue()
  await openScreen('/refunds')
  await screen.findByText('30 waiting, oldest first')
  let steps = 0
  const key = (name: string) => {
    steps += 1
    fireEvent.keyDown(document.body, { key: name })
  }
  const click = (button: HTMLElement) => {
    steps += 1
    fireEvent.click(button)
  }
  const perRefund: number[] = []

  key('j')

  for (let count = 0; count < REFUNDS; count += 1) {
    await screen.findByRole('button', { name: 'Claim' })
    key('c')
    click(await screen.findByRole('button', { name: 'Pay back 1,000 XP' }))
    const dialog = await screen.findByRole('dialog')
    click(within(dialog).getByRole('button', { name: 'Pay back 1,000 XP' }))
    await waitFor(() => expect(decided).toHaveLength(count + 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    perRefund.push(steps)
    steps = 0
  }

  // No refund is skipped, and none is decided twice.
  expect(decided.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: REFUNDS }, (_none, at) => 401 + at),
  )
  expect(sentCalls('refund.claim')).toHaveLength(REFUNDS)
  expect(Math.max(...perRefund)).toBeLessThanOrEqual(STEPS_MAX)
  expect(await screen.findByText(/^No refund is waiting/)).toBeDefined()
})
