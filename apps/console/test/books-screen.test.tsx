import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { statement, verification } from './sample-books.ts'
import { callsOf, me } from './sample-replies.ts'
import { reply, sentCalls } from './server.ts'

const pressLater = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))

describe('the trial balance', () => {
  test('names the transaction it contains, and the newer ones that are not in it yet', async () => {
    await openScreen('/money/ledger')

    expect(await screen.findByText('All balances sum to zero.')).toBeDefined()
    expect(screen.getByText(/As of .*ledger transaction 812,233\./)).toBeDefined()
    expect(screen.getByText(/The newest transaction is 812,240/)).toBeDefined()
  })

  test('leads from a balance to its transactions, and from one of these to the order', async () => {
    await openScreen('/money/ledger')
    fireEvent.click(
      await screen.findByRole('link', { name: 'Parts of Shop, XP, season 4: 3,314,200' }),
    )
    fireEvent.click(await screen.findByRole('link', { name: '812,190' }))

    const order = await screen.findByRole('link', { name: '5,103' })
    expect(order.getAttribute('href')).toBe('/members/48213?tab=orders')
    expect(sentCalls('ledger.transactions')[0]?.input).toEqual({
      query: { asset: 'XP', scope: 'season:4', account: 'SHOP' },
    })
  })
})

describe('the statement', () => {
  test('says that an open month still grows, and that a closed one does not', async () => {
    reply('ledger.statement', statement, { ...statement, closedAt: '2027-01-31T21:00:00.000Z' })
    await openScreen('/money/ledger?tab=statement')
    expect(await screen.findByText(/The month is open: its figures still grow\./)).toBeDefined()
    fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-12' } })

    expect(await screen.findByText(/its figures no longer change\./)).toBeDefined()
    expect(sentCalls('ledger.statement').at(-1)?.input).toEqual({ query: { month: '2026-12' } })
  })

  test('warns about postings of a month that was closed before they came', async () => {
    const [group] = statement.groups
    const [account] = group?.accounts ?? []
    const late = account?.movements.map((movement) => ({ ...movement, latePostings: 2 })) ?? []
    if (!group || !account) throw new Error('The sample has no account')
    const accounts = [{ ...account, movements: late }, ...group.accounts.slice(1)]
    reply('ledger.statement', { ...statement, groups: [{ ...group, accounts }] })
    await openScreen('/money/ledger?tab=statement')

    const postings = 2 * late.length
    expect(
      await screen.findByText(new RegExp(`^${postings} postings belong to an earlier month`)),
    ).toBeDefined()
  })
})

describe('the verification', () => {
  test('shows how far it is, and cannot be started twice', async () => {
    await openScreen('/money/ledger?tab=verification')

    expect(await screen.findByText(/Checks transactions: 406,000 of 812,240\. 27%/)).toBeDefined()
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.275')
    const tabs = within(screen.getByRole('navigation', { name: 'Ledger' }))
    const current = tabs.getAllByRole('link', { current: 'page' })
    expect(current.map(({ textContent }) => textContent)).toEqual(['Verification'])
    await pressLater('Verify everything')
    await pressLater('Verify new')
    await waitFor(() => expect(sentCalls('ledger.verify')).toHaveLength(1))
    expect(sentCalls('ledger.verify')[0]?.input.body).toEqual({ extent: 'RECENT' })
  })

  test('lists the violated rules', async () => {
    const last = {
      startedAt: '2027-01-16T14:00:00.000Z',
      finishedAt: '2027-01-16T14:06:00.000Z',
      problemCount: 1,
      problems: [{ rule: 'a key is used once', where: 'key order:7' }],
    }
    reply('ledger.verification', {
      ...verification,
      verifications: [{ extent: 'FULL', running: null, last }],
    })
    await openScreen('/money/ledger?tab=verification')

    expect(await screen.findByText('1 rule is violated.')).toBeDefined()
    expect(screen.getByText('key order:7')).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })
})

describe('the reconciliation', () => {
  test('names the network that differs, its transaction, and a node that is silent', async () => {
    await openScreen('/money/ledger?tab=reconciliation&holder=1')

    expect(
      await screen.findByText('The treasury differs from its books on BNB Chain.'),
    ).toBeDefined()
    expect(screen.getByText(/The node did not answer\./)).toBeDefined()
    expect(await screen.findByText(`0x${'8e1f44a0'.repeat(8)}`)).toBeDefined()
  })

  test('is started from the page', async () => {
    await openScreen('/money/ledger?tab=reconciliation')
    await pressLater('Reconcile now')

    await waitFor(() => expect(sentCalls('ledger.reconcile')).toHaveLength(1))
  })

  test('books the difference that is shown, with a reason and the transaction', async () => {
    const hash = `0x${'8e1f44a0'.repeat(8)}`
    await openScreen('/money/ledger?tab=reconciliation&holder=1')
    await pressLater('Book USDS…')
    expect(await axeViolations()).toEqual([])
    fireEvent.change(inDialog().getByLabelText('Transaction hash (optional)'), {
      target: { value: hash },
    })
    fireEvent.change(inDialog().getByLabelText('Reason'), { target: { value: 'FIN-88, a top-up' } })
    fireEvent.click(inDialog().getByRole('button', { name: 'Book 0.000001 USDS' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentCalls('ledger.book').map(({ input }) => input)).toEqual([
      {
        params: { accountId: 1 },
        body: {
          contract: '0x55d398326f99059fF775485246999027B3197955',
          amount: '0.000001',
          difference: '0.000001',
          txHash: hash,
          reason: 'FIN-88, a top-up',
        },
      },
    ])
  })

  test('offers no booking to an auditor', async () => {
    reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
    await openScreen('/money/ledger?tab=reconciliation&holder=1')

    expect(await screen.findByRole('button', { name: 'Reconcile now' })).toBeDefined()
    expect(await screen.findByText('FIN-88, top-up of January')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
  })
})
