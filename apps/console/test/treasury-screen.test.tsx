import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { treasury } from './sample-money.ts'
import { bnbForecast, keyUsedElsewhere } from './sample-treasury.ts'
import { reply, sentCalls } from './server.ts'

const [bnb, ethereum] = treasury.lanes
if (!bnb || !ethereum) throw new Error('The sample treasury has two networks')

const pressLater = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))
const pressInDialog = (name: string | RegExp) =>
  fireEvent.click(inDialog().getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(inDialog().getByLabelText(label), { target: { value } })

const pending = () =>
  new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 58 } })

describe('the forecast', () => {
  test('names the day on which the money runs out', async () => {
    await openScreen('/money/treasury')
    expect(await screen.findByText('BNB Chain runs out of USDS on 24 Jan.')).toBeDefined()
    expect(screen.getByText(/cover 7 days/)).toBeDefined()
    expect(screen.getByRole('img', { name: /falls below zero on 24 Jan/ })).toBeDefined()
  })

  test('names the day in Korean', async () => {
    await openScreen('/money/treasury', { language: 'ko' })
    expect(await screen.findByText(/BNB Chain의 USDS.*1월 24일에 바닥납니다/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  test('is also a table whose row of that day says so', async () => {
    await openScreen('/money/treasury')
    await pressLater('Table: Next 30 days, BNB Chain USDS')

    const row = screen.getByRole('row', { name: /^2027-01-24/ })
    const day = bnbForecast.days.find(({ day: each }) => each === '2027-01-24')
    expect(row.textContent).toContain('Runs out')
    expect(row.textContent).toContain(Number(day?.left).toLocaleString('en'))
  })

  test('of the other network is one choice away', async () => {
    await openScreen('/money/treasury')
    fireEvent.click(await screen.findByLabelText('Ethereum USDS'))

    expect(await screen.findByText('Next 30 days, Ethereum USDS')).toBeDefined()
    expect(screen.getByText('Not in 30 days')).toBeDefined()
  })

  test('says of which time the balance is while the node is silent', async () => {
    const silentSince = '2027-01-17T10:02:00.000Z'
    const lastKnown = { at: silentSince, balances: bnb.balances ?? [] }
    reply('payout.treasury', { ...treasury, lanes: [{ ...bnb, balances: null, lastKnown }] })
    reply('payout.forecast', { asOf: silentSince, list: [{ ...bnbForecast, silentSince }] })
    await openScreen('/money/treasury')

    expect(await screen.findByText(/Balance unknown since 17\sJan\s14:02/)).toBeDefined()
    expect(screen.getByText('4,180.00')).toBeDefined()
    expect(await screen.findByText(/uses the balance of 17\sJan\s14:02/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })
})

describe('a frozen network', () => {
  const frozen = {
    ...treasury,
    lanes: [
      bnb,
      { ...ethereum, frozenAt: keyUsedElsewhere.frozenAt, frozenFor: keyUsedElsewhere.frozenFor },
    ],
  }

  test('shows both nonces side by side and leads to adopting the one of the chain', async () => {
    reply('payout.treasury', frozen)
    reply('payout.unfreeze', pending())
    await openScreen('/money/treasury')
    const panel = within(await screen.findByRole('region', { name: 'Recovery of Ethereum' }))

    const row = await panel.findByRole('row', { name: /^Transactions/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['389', '388'])
    expect(panel.getByText(/The key was used elsewhere/)).toBeDefined()
    expect(panel.getByText('No signed payout waits for its block.')).toBeDefined()
    expect(await axeViolations()).toEqual([])

    fireEvent.click(panel.getByRole('button', { name: 'Adopt nonce 389…' }))
    expect(inDialog().getByText('388')).toBeDefined()
    type('Reason', 'INC-93, it was the rotation')
    type('Type Ethereum to confirm', 'Ethereum')
    pressInDialog('Ask to adopt')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('payout.unfreeze')[0]?.input.body).toEqual({
      chainId: 1,
      reason: 'INC-93, it was the rotation',
      adopt: true,
    })
  })

  test('cannot be adopted while a signed payout is not final, and says why', async () => {
    reply('payout.treasury', frozen)
    reply('payout.recovery', {
      ...keyUsedElsewhere,
      adoptObstacle: 'IN_FLIGHT',
      adoptedNonce: null,
      inFlight: [{ payoutId: 2415, purpose: 'REWARD', nonce: 387, isLost: false }],
    })
    await openScreen('/money/treasury')

    const adopt = await screen.findByRole('button', { name: 'Adopt nonce ?…' })
    expect(adopt).toHaveProperty('disabled', true)
    expect(screen.getByText('A signed payout is not final.')).toBeDefined()
    const link = screen.getByRole('link', { name: 'Payout 2415, nonce 387' })
    expect(link.getAttribute('href')).toBe('/money/payouts/2415')
  })

  test.each([
    ['ROLLED_BACK', /Raise the number of blocks/],
    ['NONCE_TAKEN', /Give up the payout whose nonce was taken/],
    ['OTHER_ACCOUNT', /Restore the old key/],
    ['OPERATOR', /Unfreeze; a second person approves/],
  ] as const)('has the steps of the case %s', async (name, step) => {
    reply('payout.treasury', frozen)
    const taken = { payoutId: 2415, purpose: 'REWARD', nonce: 387, isLost: true } as const
    reply('payout.recovery', {
      ...keyUsedElsewhere,
      case: name,
      adoptObstacle: 'NONCE_LOST',
      adoptedNonce: null,
      inFlight: name === 'NONCE_TAKEN' ? [taken] : [],
    })
    await openScreen('/money/treasury')

    expect(await screen.findByText(step)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  test('offers no action to the person on call, who reads the steps', async () => {
    reply('operator.me', { ...me, role: 'OPS', calls: callsOf('OPS') })
    reply('payout.treasury', frozen)
    await openScreen('/money/treasury')

    expect(await screen.findByText(/The key was used elsewhere/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Adopt/ })).toBeNull()
  })
})

describe('the caps of a token', () => {
  test('are lowered at once', async () => {
    await openScreen('/money/treasury')
    await pressLater('Change the caps of USDS')
    type('All payouts of a day, without refunds', '5000')
    type('Reason', 'INC-94')
    type('Type USDS to confirm', 'USDS')
    expect(inDialog().getByText('Lower caps apply at once.')).toBeDefined()
    expect(await axeViolations()).toEqual([])
    pressInDialog('Set the caps of USDS')

    await waitFor(() => expect(sentCalls('payout.setCaps')).toHaveLength(1))
    expect(sentCalls('payout.setCaps')[0]?.input).toMatchObject({
      params: { symbol: 'USDS' },
      body: { perMember: '100', perDay: '5000', refundsPerDay: '2000', reason: 'INC-94' },
    })
  })

  test('are raised by a proposal, which the button says', async () => {
    reply('payout.setCaps', pending())
    await openScreen('/money/treasury')
    await pressLater('Change the caps of USDS')
    type('All payouts of a day, without refunds', '20000')
    type('Reason', 'FIN-12')
    type('Type USDS to confirm', 'USDS')
    pressInDialog('Ask to raise the caps of USDS')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
  })

  test('are changed by owners only', async () => {
    reply('operator.me', { ...me, role: 'FINANCE', calls: callsOf('FINANCE') })
    await openScreen('/money/treasury')

    expect(await screen.findByText('of 10,000.00')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Change the caps/ })).toBeNull()
  })
})
