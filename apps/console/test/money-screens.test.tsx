import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test, vi } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me, sampleReplies, solo } from './sample-replies.ts'
import { stoppedTreasury } from './sample-money.ts'
import { fault, reply, sentCalls } from './server.ts'

const pressLater = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))
const pressInDialog = (name: string | RegExp) =>
  fireEvent.click(inDialog().getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(inDialog().getByLabelText(label), { target: { value } })

const pending = () =>
  new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 58 } })

describe('freezing', () => {
  test.each(['/', '/money/treasury'])(
    'from %s takes one reason of a list, and nothing is typed or approved',
    async (path) => {
      await openScreen(path)
      await pressLater('Freeze all payouts')

      expect(await inDialog().findByText('11 payouts wait.')).toBeDefined()
      expect(inDialog().queryByRole('textbox')).toBeNull()
      fireEvent.click(inDialog().getByLabelText('The key may be compromised'))
      expect(await axeViolations()).toEqual([])
      pressInDialog('Freeze now')

      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(sentCalls('payout.freeze').map(({ input }) => input.body)).toEqual([
        { chainId: null, reason: 'The key may be compromised' },
      ])
    },
  )

  test('is offered while the treasury does not load, and works without its figures', async () => {
    reply('payout.treasury', fault())
    await openScreen('/money/treasury')
    await screen.findByText('The treasury could not be loaded.')
    await pressLater('Freeze all payouts')

    expect(inDialog().getByText('Nothing more is signed or sent.')).toBeDefined()
    pressInDialog('Freeze now')

    await waitFor(() => expect(sentCalls('payout.freeze')).toHaveLength(1))
  })

  test('stops one network alone', async () => {
    await openScreen('/money/treasury')
    await pressLater('Freeze Ethereum')
    pressInDialog('Freeze now')

    await waitFor(() => expect(sentCalls('payout.freeze')).toHaveLength(1))
    expect(sentCalls('payout.freeze')[0]?.input.body).toEqual({
      chainId: 1,
      reason: 'Payouts look wrong',
    })
  })

  test('is not offered to an auditor, who reads the treasury', async () => {
    reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
    await openScreen('/money/treasury')

    expect(await screen.findByRole('heading', { name: 'Ethereum' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Freeze/ })).toBeNull()
  })
})

test('the treasury shows how much was paid today of each cap', async () => {
  await openScreen('/money/treasury')

  const paid = await screen.findByRole('meter', { name: 'Paid today' })
  expect(paid.getAttribute('value')).toBe('0.12845')
  expect(screen.getByText('1,284.50')).toBeDefined()
  expect(screen.getByText('of 10,000.00')).toBeDefined()
})

describe('a stopped treasury', () => {
  test('says since when and why, in the language of the reader, and how to go on', async () => {
    reply('payout.treasury', stoppedTreasury)
    await openScreen('/money/treasury', { language: 'ko' })

    expect(await screen.findByText(/모든 지급이 동결되었습니다/)).toBeDefined()
    expect(screen.getByText(/사유: 지급 내역이 이상함/)).toBeDefined()
    expect(screen.queryByRole('button', { name: '모든 지급 동결' })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  test('is unfrozen by a proposal', async () => {
    reply('payout.treasury', stoppedTreasury)
    reply('payout.unfreeze', pending())
    await openScreen('/money/treasury')
    await pressLater('Ask to unfreeze…')
    type('Reason', 'INC-92 closed')
    pressInDialog('Ask to unfreeze')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('payout.unfreeze')[0]?.input.body).toEqual({
      chainId: null,
      reason: 'INC-92 closed',
      adopt: false,
    })
  })

  test('is not unfrozen by the person on call', async () => {
    reply('operator.me', { ...me, role: 'OPS', calls: callsOf('OPS') })
    reply('payout.treasury', stoppedTreasury)
    await openScreen('/money/treasury')

    expect(await screen.findByText(/All payouts are frozen since/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /unfreeze/ })).toBeNull()
  })
})

describe('a proposal that one person confirms alone', () => {
  const today = sampleReplies['operator.today']
  if (!today) throw new Error('There is no sample of the day')

  test.each(['/', '/money/treasury', '/system/health', '/me'])(
    'is announced on %s and can be cancelled there',
    async (path) => {
      reply('operator.today', { ...today, solo: [solo] })
      await openScreen(path)
      expect(await screen.findByText(/^Nobody else can approve/)).toBeDefined()
      expect(await axeViolations()).toEqual([])

      await pressLater('Cancel proposal 58')
      pressInDialog('Cancel the proposal')

      await waitFor(() => expect(sentCalls('approval.withdraw')).toHaveLength(1))
      expect(sentCalls('approval.withdraw')[0]?.input.params).toEqual({ approvalId: 58 })
    },
  )

  test('of another person is announced without the button to cancel', async () => {
    const other = { operatorId: 4, name: 'astrid.lund' }
    reply('operator.today', { ...today, solo: [{ ...solo, requestedBy: other, confirmer: other }] })
    await openScreen('/system/health')

    expect(await screen.findByText(/^astrid\.lund is about to confirm/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Cancel proposal 58' })).toBeNull()
  })

  test('is not announced while a second person can approve', async () => {
    await openScreen('/system/health')
    await screen.findByText('Ethereum')

    expect(sentCalls('operator.today')).not.toEqual([])
    expect(screen.queryByText(/confirm/)).toBeNull()
  })
})

describe('a limit of the approval policy', () => {
  test('is raised by a proposal, which the button says', async () => {
    reply('approval.setPolicy', pending())
    await openScreen('/system/policy')
    await pressLater('Change the limit “One refund”')
    type('New limit', '25')
    type('Reason', 'FIN-7, larger orders')

    expect(inDialog().getByText(/^Raising needs another owner/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
    pressInDialog('Ask to raise it to 25 USDS')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('approval.setPolicy')[0]?.input.body).toEqual({
      refundUsds: 25,
      reason: 'FIN-7, larger orders',
    })
  })

  test('is lowered at once', async () => {
    await openScreen('/system/policy')
    await pressLater('Change the limit “One refund”')
    type('New limit', '10')
    type('Reason', 'FIN-8')

    expect(inDialog().getByText('Lowering applies at once.')).toBeDefined()
    pressInDialog('Lower it to 10 USDS')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is not sent if it is no number or the present one', async () => {
    await openScreen('/system/policy')
    await pressLater('Change the limit “One refund”')
    type('New limit', '20')
    type('Reason', 'FIN-9')
    pressInDialog('Change the limit')

    expect(await inDialog().findByText(/^Enter a whole number/)).toBeDefined()
    expect(sentCalls('approval.setPolicy')).toEqual([])
  })

  test('is explained to everybody and changed by owners only', async () => {
    reply('operator.me', { ...me, role: 'SUPPORT', calls: callsOf('SUPPORT') })
    await openScreen('/system/policy')

    expect(await screen.findByText(/pay back up to 20 USDS at a time/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  })
})

describe('the export of the audit', () => {
  test.each([
    ['CSV', 'csv'],
    ['NDJSON', 'ndjson'],
  ])('as %s joins all parts of the filtered log', async (name, format) => {
    reply(
      'audit.export',
      { text: 'first\n', count: 1, nextAfter: 7 },
      { text: 'second\n', count: 1, nextAfter: null },
    )
    const saved: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:saved'
    })
    await openScreen('/system/audit?action=product.change')
    await pressLater(name)

    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.text()).toBe('first\nsecond\n')
    expect(sentCalls('audit.export').map(({ input }) => input.query)).toEqual([
      { action: 'product.change', format, after: 0 },
      { action: 'product.change', format, after: 7 },
    ])
    create.mockRestore()
  })
})

describe('the history of a page', () => {
  test('shows who changed what and why, with the values before and after', async () => {
    await openScreen('/approvals/57')

    expect(await screen.findByText(/INC-92/)).toBeDefined()
    expect(screen.getByText('Approved by hana.seo in proposal 52')).toBeDefined()
    expect(screen.getAllByText('Frozen')).toHaveLength(2)
    expect(screen.queryByText('Next nonce')).toBeNull()
    expect(sentCalls('audit.history')[0]?.input.query).toMatchObject({ subject: 'approval:57' })

    fireEvent.click(screen.getByRole('button', { name: 'treasury:56' }))

    await waitFor(() =>
      expect(sentCalls('audit.history').at(-1)?.input.query).toMatchObject({
        subject: 'treasury:56',
      }),
    )
  })

  test('continues with older entries', async () => {
    const history = sampleReplies['audit.history']
    if (!history) throw new Error('There is no sample history')
    const older = history.list
      .slice(0, 1)
      .map((entry) => ({ ...entry, auditId: 7, reason: 'The oldest one' }))
    reply(
      'audit.history',
      { ...history, hasNext: true, nextCursor: '20402' },
      { ...history, list: older, totalCount: null },
    )
    await openScreen('/system/operators?history=noah.brandt')
    await pressLater('Older entries')

    expect(await screen.findByText(/The oldest one/)).toBeDefined()
    expect(screen.getByText(/INC-92/)).toBeDefined()
    expect(sentCalls('audit.history').map(({ input }) => input.query)).toEqual([
      { subject: 'operator:noah.brandt', size: 10 },
      { subject: 'operator:noah.brandt', size: 10, before: '20402' },
    ])
  })
})
