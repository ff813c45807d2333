import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { memberReplies } from './sample-members.ts'
import { reply, sentCalls } from './server.ts'

const asked = () => sentCalls('operator.findMembers').map(({ input }) => input.query)
const members = memberReplies['operator.findMembers']

async function openMembers(address = '/members') {
  const router = await openScreen(address)
  await screen.findByRole('link', { name: 'MinaHarbor' })
  return router
}

test('lists members as the contract gives them, and a row opens the member', async () => {
  const router = await openMembers()

  const cells = (name: string) =>
    within(screen.getByText(name).closest('tr') ?? document.body)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('MinaHarbor')).toEqual([
    '48213',
    'MinaHarbor',
    'Active',
    'Silver',
    '2,431',
    'Korean',
    '12 min',
    '2 Jan 2027',
  ])
  expect(cells('TideRunner7').slice(2, 5)).toEqual(['Suspended', '–', '–'])
  expect(cells('EmberFox21').at(-2)).toBe('–')
  expect(screen.getByText('9,412 members')).toBeDefined()

  fireEvent.click(screen.getByRole('link', { name: 'NorthPineLee' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/members/48207'))
})

test('a choice filters at once, a text by Enter, and both stand in the address', async () => {
  const router = await openMembers('/members?before=48177')

  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'SUSPENDED' } })
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'SUSPENDED' }))
  const field = screen.getByRole('searchbox', { name: 'Search members' })
  fireEvent.change(field, { target: { value: ' mina ' } })
  expect(asked()).toHaveLength(2)
  fireEvent.submit(field)
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ status: 'SUSPENDED', text: 'mina' }),
  )
  await screen.findByRole('option', { name: 'The Long Night' })
  fireEvent.click(screen.getByRole('button', { name: 'Joined' }))
  for (const [label, value, filter] of [
    ['Season', '4', { season: 4 }],
    ['Language', 'ko', { language: 'ko' }],
    ['Wallet', 'no', { wallet: 'no' }],
    ['Joined from', '2027-01-01', { joinedFrom: '2027-01-01' }],
    ['Joined until', '2027-01-17', { joinedTo: '2027-01-17' }],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await waitFor(() => expect(router.state.location.search).toMatchObject(filter))
  }

  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      size: 50,
      search: 'mina',
      status: 'SUSPENDED',
      language: 'ko',
      hasWallet: 'no',
      seasonId: 4,
      joinedFrom: '2026-12-31T20:00:00.000Z',
      joinedTo: '2027-01-17T20:00:00.000Z',
    }),
  )
  expect(await screen.findByText('9,412 in The Long Night')).toBeDefined()
})

test('cleared filters come back by Undo', async () => {
  const router = await openMembers('/members?status=SUSPENDED&text=mina')

  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() =>
    expect(router.state.location.search).toEqual({ status: 'SUSPENDED', text: 'mina' }),
  )
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('mina')
})

test('pages go on by cursor and back the same way', async () => {
  const router = await openMembers()
  expect(screen.getByText('1 to 5 of 9,412')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)

  reply('operator.findMembers', { ...members, totalCount: null, nextCursor: null })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('5 on this page')
  expect(router.state.location.search).toEqual({ before: '48177' })
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))

  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a page that was opened by its address leads to the first one', async () => {
  reply('operator.findMembers', { ...members, totalCount: null })
  const router = await openMembers('/members?before=500&status=ACTIVE')

  fireEvent.click(await screen.findByRole('button', { name: 'First page' }))

  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'ACTIVE' }))
})

test('a count that is a lower bound says so, and a page without a match leads to older members', async () => {
  reply('operator.findMembers', {
    ...members,
    list: [],
    totalCount: 0,
    isCountPartial: true,
    nextCursor: '900',
  })
  await openScreen('/members?wallet=yes')

  expect(await screen.findByText(/^None of the members on this page matches/)).toBeDefined()
  reply('operator.findMembers', { ...members, totalCount: 10_000, isCountPartial: true })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))

  expect(await screen.findByText('1 to 5 of more than 10,000')).toBeDefined()
  expect(screen.getByText('10,000+ members')).toBeDefined()
})
