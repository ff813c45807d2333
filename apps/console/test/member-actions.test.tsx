import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { shownMember } from './sample-member.ts'
import { reply, sentCalls } from './server.ts'

async function openMember(search = '') {
  const router = await openScreen(`/members/48213${search}`)
  await screen.findByText('rank 3,512')
  return router
}

const dialog = () => within(screen.getByRole('dialog'))
const open = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const confirm = (name: string | RegExp) => fireEvent.click(dialog().getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } })
const lastOf = (id: Parameters<typeof sentCalls>[0]) => sentCalls(id).at(-1)?.input

describe('suspending', () => {
  test('names the effect, asks a reason and the name, and tells the member why', async () => {
    await openMember()
    await open('Suspend…')
    expect(dialog().getByText('Sessions that stop working').nextSibling?.textContent).toBe('2')
    expect(await axeViolations()).toEqual([])

    confirm('Suspend MinaHarbor')
    expect(dialog().getByText('Enter a reason')).toBeDefined()
    expect(dialog().getByText('Type MinaHarbor exactly')).toBeDefined()
    type('Reason', 'SUP-4133, reported theft')
    type('Note to the member (optional)', 'You reported a stolen phone')
    type('Type MinaHarbor to confirm', 'MinaHarbor')
    confirm('Suspend MinaHarbor')

    expect(await screen.findByText('MinaHarbor is suspended')).toBeDefined()
    expect(lastOf('operator.suspendMember')).toEqual({
      params: { userId: 48_213 },
      body: { reason: 'SUP-4133, reported theft', note: 'You reported a stolen phone' },
    })
  })

  test('refuses an address in the note, which the audit would keep', async () => {
    await openMember()
    await open('Suspend…')
    type('Reason', 'SUP-4133')
    type('Note to the member (optional)', 'Write to help@solstice.example')
    type('Type MinaHarbor to confirm', 'MinaHarbor')

    confirm('Suspend MinaHarbor')

    expect(dialog().getByText(/^Leave out email and wallet addresses/)).toBeDefined()
    expect(sentCalls('operator.suspendMember')).toEqual([])
  })

  test('repeats the same key until the server has answered', async () => {
    reply('operator.suspendMember', new ApiError({ status: 0 }), {
      userId: 48_213,
      status: 'SUSPENDED',
    })
    await openMember()
    await open('Suspend…')
    type('Reason', 'SUP-4133')
    type('Type MinaHarbor to confirm', 'MinaHarbor')
    confirm('Suspend MinaHarbor')
    await screen.findByText(/^No answer yet/)

    confirm('Ask again')

    expect(await screen.findByText('MinaHarbor is suspended')).toBeDefined()
    const keys = sentCalls('operator.suspendMember').map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('opens from an address, and closing it takes it out', async () => {
    const router = await openMember('?open=suspend')
    await screen.findByRole('dialog', { name: 'Suspend MinaHarbor?' })

    confirm('Cancel')

    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('a suspended member is restored or disabled', async () => {
  reply('operator.showMember', { ...shownMember, status: 'SUSPENDED' })
  await openMember()
  expect(screen.queryByRole('button', { name: 'Suspend…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Disable…' })).toBeDefined()

  await open('Restore…')
  type('Reason', 'SUP-4133 closed')
  type('Type MinaHarbor to confirm', 'MinaHarbor')
  confirm('Restore MinaHarbor')

  expect(await screen.findByText('MinaHarbor is active again')).toBeDefined()
  expect(lastOf('operator.restoreMember')).toEqual({
    params: { userId: 48_213 },
    body: { reason: 'SUP-4133 closed' },
  })
})

test('disabling follows a suspension and is confirmed like it', async () => {
  reply('operator.showMember', { ...shownMember, status: 'SUSPENDED' })
  await openMember()
  await open('Disable…')
  type('Reason', 'SUP-4200, farm')
  type('Type MinaHarbor to confirm', 'MinaHarbor')

  confirm('Disable MinaHarbor')

  expect(await screen.findByText('MinaHarbor is disabled')).toBeDefined()
  expect(lastOf('operator.disableMember')?.body).toEqual({ reason: 'SUP-4200, farm' })
})

test('ending sessions names their number and devices', async () => {
  await openMember()
  await open('End sessions…')
  expect(await dialog().findByText('Chrome · Android, Safari · iPhone')).toBeDefined()
  type('Reason', 'SUP-4133')
  type('Type MinaHarbor to confirm', 'MinaHarbor')

  confirm('End 2 sessions')

  expect(await screen.findByText('2 sessions ended')).toBeDefined()
  expect(lastOf('member.endSessions')?.body).toEqual({ reason: 'SUP-4133' })
})

describe('a note', () => {
  test('is added with one key and can be undone', async () => {
    await openMember()
    await open('Add note')
    confirm('Add note')
    expect(dialog().getByText('Write a note')).toBeDefined()
    type('Note', 'Asked about round 2, explained.')
    expect(await axeViolations()).toEqual([])
    confirm('Add note')

    expect(await screen.findByText('Note added')).toBeDefined()
    expect(lastOf('member.addNote')?.body).toEqual({ text: 'Asked about round 2, explained.' })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

    expect(await screen.findByText('Note removed')).toBeDefined()
    expect(lastOf('member.removeNote')?.params).toEqual({ userId: 48_213, noteId: 5 })
  })

  test('with an address is refused in words', async () => {
    await openMember()
    await open('Add note')
    type('Note', 'Wants 0x71C4 instead')

    confirm('Add note')

    expect(dialog().getByText('Leave out email and wallet addresses')).toBeDefined()
    expect(sentCalls('member.addNote')).toEqual([])
  })

  test('of another person has no button to remove it', async () => {
    const note = { noteId: 6, text: 'Theirs', operator: 'noah', createdAt: '2027-01-16T15:05:00Z' }
    const page = { page: 1, size: 20, hasNext: false, totalCount: 1 }
    reply('member.notes', { ...page, list: [{ ...note, mine: false }] })
    await openMember('?tab=notes')

    expect(await screen.findByText('Theirs')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })
})

describe('an adjustment', () => {
  async function fill(asset: string, amount: string) {
    await openMember()
    await open('Adjust…')
    type('Balance', asset)
    type(/^Amount/, amount)
    type('Reason', 'SUP-4711, lost in the outage')
  }

  test('shows the balance before and after, and names the amount', async () => {
    await fill('XP', '500')
    const facts = dialog()
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(facts).toEqual(['The Long Night', '2,231 XP', '+500 XP', '2,731 XP'])
    type('Type 500 XP to confirm', '500 XP')

    confirm('Give 500 XP')

    expect(await screen.findByText('MinaHarbor now has 2,731 XP')).toBeDefined()
    expect(lastOf('operator.adjustBalance')?.body).toEqual({
      asset: 'XP',
      scope: 'season:4',
      amount: '500',
      reason: 'SUP-4711, lost in the outage',
    })
  })

  test('of invite rewards is typed in USDS', async () => {
    await fill('REFERRAL', '1.5')
    type('Direction', 'take')
    type(/^Type 1.50.USDS to confirm/, '1.50 USDS')

    confirm(/^Take 1.50.USDS/)

    await waitFor(() =>
      expect(lastOf('operator.adjustBalance')?.body).toMatchObject({
        asset: 'REFERRAL',
        amount: '-1500000',
      }),
    )
  })

  test('never takes more than there is', async () => {
    await fill('TICKET', '5')
    type('Direction', 'take')

    confirm('Take 5 tickets')

    expect(dialog().getByText('The member has only 4 tickets')).toBeDefined()
    expect(sentCalls('operator.adjustBalance')).toEqual([])
  })

  test('above the limit says C4 and becomes a proposal', async () => {
    const data = { approvalId: 61 }
    reply(
      'operator.adjustBalance',
      new ApiError({ code: Code.STEP_UP_REQUIRED, status: 403 }),
      new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data }),
    )
    await fill('XP', '5001')
    expect(await dialog().findByText('C4')).toBeDefined()
    type('Type 5,001 XP to confirm', '5,001 XP')
    confirm('Give 5,001 XP')
    fireEvent.change(await screen.findByLabelText('Code of the authenticator app'), {
      target: { value: '123456' },
    })
    confirm(/code/i)

    expect(await screen.findByRole('link', { name: 'Open proposal 61' })).toBeDefined()
    const keys = sentCalls('operator.adjustBalance').map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})
