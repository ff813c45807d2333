import { Code } from '@solstice/contract/codes'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { axeViolations, openScreen } from './open-screen.tsx'
import { holdReplies } from './sample-holds.ts'
import { callsOf, me } from './sample-replies.ts'
import { reply, sentCalls } from './server.ts'

const shown = holdReplies['hold.show']
if (!shown) throw new Error('There is no sample of a hold')

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function openDecision(name: 'Release…' | 'Uphold…') {
  await openScreen('/holds/7')
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

describe('the queue of holds', () => {
  test('keeps its filters in the address and asks the server for them', async () => {
    const router = await openScreen('/holds?evidence=MONEY&hours=24')
    await screen.findByText('OrbitJae')

    fireEvent.click(screen.getByRole('link', { name: /^Appealed/ }))

    await screen.findByText('OrbitJae')
    expect(router.state.location.search).toEqual({
      filter: 'appealed',
      evidence: 'MONEY',
      hours: '24',
    })
    expect(sentCalls('hold.queue').at(-1)?.input.query).toEqual({
      filter: 'appealed',
      evidence: 'MONEY',
      ageHours: 24,
      page: 1,
      size: 20,
    })
  })

  test('marks members who wait for more than one and two days', async () => {
    await openScreen('/holds')

    expect(await screen.findByText('Appeal waits 28 h')).toBeDefined()
    expect(screen.getByText('Waits 64 h')).toBeDefined()
  })
})

describe('the figure of a group', () => {
  test('has the same accounts as a table', async () => {
    await openScreen('/holds/7')
    const figure = await screen.findByRole('img', { name: /^MinaHarbor and 6 accounts/ })
    expect(within(figure).getByText('TideRunner7')).toBeDefined()

    fireEvent.click(screen.getByRole('button', { name: /table.*How the accounts hang together/i }))

    const table = screen.getByRole('group', { name: 'How the accounts hang together' })
    expect(within(table).getAllByRole('row')).toHaveLength(shown.members.length + 1)
    expect(within(table).getByRole('row', { name: /EmberFox21.*Same device/ })).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })
})

describe('a decision', () => {
  test('sends the answer that both languages showed, the reason and the time', async () => {
    reply('hold.decide', { ...shown, state: 'UPHELD', can: { decide: false } })
    const dialog = await openDecision('Uphold…')
    expect(dialog.getByText(/one person runs several/)).toBeDefined()
    expect(dialog.getByText(/한 사람이 여러 계정을/)).toBeDefined()
    fill('Answer to the member', 'NOT_EXPLAINED')
    fill('On hold for', '14')
    fill('Decide for', 'GROUP')
    fill('Reason', 'SUP-4210, the same source')
    fill(/^Type MinaHarbor/, 'MinaHarbor')

    fireEvent.click(dialog.getByRole('button', { name: 'Uphold 11 members' }))

    expect(await screen.findByText('The hold of MinaHarbor is upheld')).toBeDefined()
    const [sent] = sentCalls('hold.decide')
    expect(sent?.input).toMatchObject({
      params: { holdId: 7 },
      body: {
        decision: 'UPHOLD',
        answer: 'NOT_EXPLAINED',
        reason: 'SUP-4210, the same source',
        scope: 'GROUP',
      },
    })
    expect(JSON.stringify(sent?.input.body)).toMatch(/"until":"2027-01-31T14:/)
    expect(sent?.idempotencyKey).toBeDefined()
  })

  test('waits for a second person above the limit, and says so before and after', async () => {
    const large = { ...shown, amounts: [{ symbol: 'USDS', amount: '50.01' }] }
    reply('hold.show', large)
    reply(
      'hold.decide',
      new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 61 } }),
    )
    const dialog = await openDecision('Release…')
    expect(screen.getByText('Above 50 USDS, a second person has to approve.')).toBeDefined()
    fill('Reason', 'SUP-4210, one family')
    fill(/^Type MinaHarbor/, 'MinaHarbor')

    fireEvent.click(dialog.getByRole('button', { name: 'Release MinaHarbor' }))

    expect(await screen.findByText(/^This needs a second person/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open proposal 61' })).toBeDefined()
  })

  test('says that a long hold needs a second person', async () => {
    const dialog = await openDecision('Uphold…')
    fill('On hold for', '14')
    expect(dialog.queryByText(/^More than 30 days/)).toBeNull()

    fill('On hold for', 'latest')

    expect(dialog.getByText(/^More than 30 days after a hold began/)).toBeDefined()
  })

  test('is not sent without a reason and the name', async () => {
    const dialog = await openDecision('Release…')

    fireEvent.click(dialog.getByRole('button', { name: 'Release MinaHarbor' }))

    expect(await dialog.findByText('Enter a reason')).toBeDefined()
    expect(sentCalls('hold.decide')).toEqual([])
  })

  test('is not offered to an auditor, who reads who can decide', async () => {
    reply('operator.me', { ...me, role: 'AUDITOR', calls: callsOf('AUDITOR') })
    await openScreen('/holds/7')

    expect(await screen.findByText('Support, finance or an owner can decide this.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Release…' })).toBeNull()
  })
})

test('Today counts the appeals that wait and leads to them', async () => {
  await openScreen('/')

  const tile = await screen.findByRole('link', { name: /^Appeals waiting/ })
  expect(tile.textContent).toMatch(/1.*3 holds not decided/)
  expect(tile.getAttribute('href')).toBe('/holds?filter=appealed')
})
