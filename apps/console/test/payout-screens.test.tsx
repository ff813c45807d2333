import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test, vi } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me, sampleReplies } from './sample-replies.ts'
import { heldPayout, networks, paidPayout, silentNetwork } from './sample-treasury.ts'
import { reply, sentCalls } from './server.ts'

const pressLater = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))
const pressInDialog = (name: string | RegExp) =>
  fireEvent.click(inDialog().getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(inDialog().getByLabelText(label), { target: { value } })
const list = sampleReplies['payout.list']
if (!list) throw new Error('There are no sample payouts')

const pending = () =>
  new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 58 } })

describe('the list of payouts', () => {
  test('adds up the whole filter, and keeps the filter in the address', async () => {
    const router = await openScreen('/money/payouts')
    fireEvent.change(await screen.findByLabelText('Held for'), { target: { value: 'DAY_CAP' } })

    expect(await screen.findByText('2 payouts of this filter')).toBeDefined()
    expect(screen.getByText('157.34 USDS')).toBeDefined()
    await waitFor(() => expect(router.state.location.search).toEqual({ heldFor: 'DAY_CAP' }))
    expect(sentCalls('payout.list').at(-1)?.input.query).toMatchObject({ heldFor: 'DAY_CAP' })
    expect(screen.getByRole('link', { name: '2402' }).getAttribute('href')).toBe(
      '/money/payouts/2402',
    )
  })

  test('asks for days where too many payouts match to be added up', async () => {
    reply('payout.list', { ...list, totalCount: 10_000, isCountPartial: true, sums: null })
    await openScreen('/money/payouts')

    expect(await screen.findByText(/^More than 10,000 payouts match/)).toBeDefined()
  })

  test('is saved as a file of the filter', async () => {
    reply(
      'payout.export',
      { text: 'payout\r\n', count: 1, nextAfter: 7 },
      { text: '8\r\n', count: 1, nextAfter: null },
    )
    const saved: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob) // The page saves nothing else.
      return 'blob:saved'
    })
    await openScreen('/money/payouts?state=QUEUED&from=2027-01-17')
    await pressLater('CSV')

    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.text()).toContain('payout\r\n8\r\n')
    expect(sentCalls('payout.export').map(({ input }) => input.query)).toEqual([
      { state: 'QUEUED', from: '2027-01-16T20:00:00.000Z', after: 0 },
      { state: 'QUEUED', from: '2027-01-16T20:00:00.000Z', after: 7 },
    ])
    create.mockRestore()
  })
})

describe('a payout', () => {
  test('lists its steps with fees, and links each transaction to the explorer', async () => {
    await openScreen('/money/payouts/2391')

    const steps = within(await screen.findByRole('region', { name: 'Timeline' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(steps).toHaveLength(6)
    expect(steps[2]).toContain('fee up to 0.00042 BNB')
    expect(steps[4]).toContain('12 % more fee')
    expect(steps[5]).toContain('fee paid 0.00038 BNB')
    const links = screen.getAllByRole('link', { name: /in the explorer$/ })
    expect(links[1]?.getAttribute('href')).toBe(`https://bscscan.com/tx/${paidPayout.txHash}`)
  })

  test('that is held says why, until when, how much is left and what to do', async () => {
    reply('payout.show', heldPayout)
    await openScreen('/money/payouts/2402')

    expect(await screen.findByText(/The cap of the day is reached\./)).toBeDefined()
    expect(screen.getByText(/Tried again at 18\sJan\s00:00/)).toBeDefined()
    expect(screen.getByText('Used today: 9,950.00 of 10,000.00 USDS.')).toBeDefined()
    expect(screen.getByText(/An owner can raise the cap of a day/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  test.each([
    ['MEMBER_SUSPENDED', /Support restores the member/, 'Open the member'],
    ['LOW_BALANCE', /Finance tops up the account/, 'Open the treasury'],
    ['SIGNER_DAY_LIMIT', /signer’s own limits/, undefined],
    ['FAIR_PLAY', /Support or Finance decides under Holds/, 'Open the member'],
    ['A_LATER_REASON', /explains the reason/, undefined],
  ])('held for %s names the remedy', async (heldFor, remedy, link) => {
    reply('payout.show', { ...heldPayout, heldFor, holdNow: heldFor, caps: null })
    await openScreen('/money/payouts/2402')

    expect(await screen.findByText(remedy)).toBeDefined()
    if (link) expect(screen.getByRole('link', { name: link })).toBeDefined()
  })

  test('whose reason is gone says that the next run pays it', async () => {
    reply('payout.show', { ...heldPayout, holdNow: null })
    await openScreen('/money/payouts/2402')

    expect(await screen.findByText(/the next run pays it/)).toBeDefined()
  })

  test('is given up with its amount typed, above the limit by a proposal', async () => {
    reply('payout.show', { ...heldPayout, amount: '100.01' })
    reply('payout.cancel', pending())
    await openScreen('/money/payouts/2402')
    await pressLater('Give up…')
    await waitFor(() => expect(inDialog().getByText('C4')).toBeDefined())
    type('Reason', 'SUP-4140')
    pressInDialog('Ask to give up 100.01 USDS')
    expect(sentCalls('payout.cancel')).toEqual([])
    type('Type 100.01 to confirm', '100.01')
    expect(await axeViolations()).toEqual([])
    pressInDialog('Ask to give up 100.01 USDS')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('payout.cancel')[0]?.input).toMatchObject({
      params: { payoutId: 2402 },
      body: { reason: 'SUP-4140' },
    })
  })

  test('is not given up by support', async () => {
    reply('operator.me', { ...me, role: 'SUPPORT', calls: callsOf('SUPPORT') })
    reply('payout.show', heldPayout)
    await openScreen('/money/payouts/2402')

    expect(await screen.findByText(/The cap of the day is reached\./)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Give up…' })).toBeNull()
  })

  test.each([
    ['ROOT', { subject: 3 }, /Posts reward root 3/],
    ['ANCHOR', { subject: 812_233 }, /first 812,233 entries of the points log/],
    ['DEPLOY', { creates: 'DISTRIBUTOR' as const }, /Creates the contract of rewards/],
    ['CANCEL', { cancels: 2390 }, /Uses up the nonce of payout 2390/],
  ] as const)('for %s says in words what it does', async (purpose, change, sentence) => {
    const call = { ...paidPayout, purpose, amount: '0', userId: null, nickname: null, ...change }
    reply('payout.show', call)
    await openScreen('/money/payouts/2391')

    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.queryByText('MinaHarbor')).toBeNull()
  })
})

describe('the invite terms', () => {
  test('are a sentence, and cost what is shown before they are saved', async () => {
    reply('invite.setTerms', pending())
    await openScreen('/money/invites')
    expect(await screen.findByText(/^1\.00 USDS for each friend who connects/)).toBeDefined()
    fireEvent.change(screen.getByLabelText('Reward per friend'), { target: { value: '2' } })

    expect(screen.getByText(/1,000 friends cost at most 2,000\.00 USDS/)).toBeDefined()
    await pressLater('Ask to change…')
    expect(inDialog().getByText('1 → 2')).toBeDefined()
    type('Reason', 'PRG-320')
    expect(await axeViolations()).toEqual([])
    pressInDialog('Ask to change the terms')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('invite.setTerms')[0]?.input.body).toEqual({
      referralReward: '2',
      reason: 'PRG-320',
    })
  })

  test('that give less are saved at once', async () => {
    await openScreen('/money/invites')
    fireEvent.change(await screen.findByLabelText('Check-in days'), { target: { value: '5' } })
    await pressLater('Save…')
    expect(inDialog().getByText('C3')).toBeDefined()
    type('Reason', 'PRG-321')
    pressInDialog('Save the terms')

    await waitFor(() => expect(sentCalls('invite.setTerms')).toHaveLength(1))
  })

  test('show the problems of rules and server at their fields', async () => {
    const problems = [{ path: 'symbol', code: 'TOKEN_OWED', text: 'Owed' }]
    reply(
      'invite.setTerms',
      new ApiError({ code: Code.INVALID_REQUEST, status: 400, data: { problems } }),
    )
    await openScreen('/money/invites')
    fireEvent.change(await screen.findByLabelText('Budget of a season'), { target: { value: '9' } })
    expect(screen.getByText('The budget is below the cap per member.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Budget of a season'), { target: { value: '10000' } })
    fireEvent.change(screen.getByLabelText('Token'), { target: { value: 'USDT' } })
    await pressLater('Ask to change…')
    type('Reason', 'PRG-322')
    pressInDialog('Ask to change the terms')

    expect(await screen.findByText(/Members have balances or promises/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('are read, but not changed, by support', async () => {
    reply('operator.me', { ...me, role: 'SUPPORT', calls: callsOf('SUPPORT') })
    await openScreen('/money/invites')

    expect(await screen.findByText('The Long Night')).toBeDefined()
    expect(screen.queryByText('Change the terms')).toBeNull()
  })
})

describe('networks and prices', () => {
  test('show nodes that are silent or behind', async () => {
    reply('network.showAll', { list: [...networks.list, silentNetwork] })
    await openScreen('/system/networks')

    expect(await screen.findByText('Silent')).toBeDefined()
    expect(screen.getByText('Behind')).toBeDefined()
    expect(screen.getByText('eth.example')).toBeDefined()
    expect(screen.queryByText(/v3\/key/)).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  test.each([
    ['0.96', 'C2', 'Set the price'],
    ['0.94', 'C4', 'Ask to set the price'],
  ])('a price of %s is confirmed with %s', async (price, level, action) => {
    await openScreen('/system/networks')
    await pressLater('Change the price of USDS')
    type('New price in USD', price)

    await waitFor(() => expect(inDialog().getByText(level)).toBeDefined())
    type('Reason', 'OPS-5, the source fails')
    type('Type USDS to confirm', 'USDS')
    pressInDialog(action)
    await waitFor(() => expect(sentCalls('network.setPrice')).toHaveLength(1))
    expect(sentCalls('network.setPrice')[0]?.input).toMatchObject({
      params: { symbol: 'USDS' },
      body: { priceUsd: price },
    })
  })

  test('a network is changed by a proposal, and invalid fields are named first', async () => {
    reply('network.set', pending())
    await openScreen('/system/networks')
    await pressLater('Change BNB Chain')
    type('Final after blocks', '0')
    type('Reason', 'OPS-6')
    pressInDialog('Ask to set the network')
    expect(inDialog().getByText('Enter 1 to 1,000.')).toBeDefined()
    type('Final after blocks', '20')
    expect(await axeViolations()).toEqual([])
    pressInDialog('Ask to set the network')

    expect(await screen.findByText('Proposal 58 is waiting')).toBeDefined()
    expect(sentCalls('network.set')[0]?.input).toMatchObject({
      params: { chainId: 56 },
      body: { confirmations: 20, secondRpcUrl: null },
    })
  })

  test('a token is added by its contract', async () => {
    reply('network.setContract', pending())
    await openScreen('/system/networks')
    await waitFor(() => expect(sentCalls('network.showAll')).not.toEqual([]))
    await pressLater('Add token')
    type('Contract, or native', '0x55d398326f99059fF775485246999027B3197955')
    type('Name', 'Tether USD')
    type('Symbol', 'USDT')
    type('Reason', 'OPS-7')
    pressInDialog('Ask to set the token')

    await waitFor(() => expect(sentCalls('network.setContract')).toHaveLength(1))
    expect(sentCalls('network.setContract')[0]?.input).toMatchObject({
      params: { chainId: 56, contract: '0x55d398326f99059fF775485246999027B3197955' },
      body: { symbol: 'USDT', decimals: 18, agreeAbove: null },
    })
  })
})
