import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasKept, openKept } from '#/lib/kept-draft.ts'
import { axeViolations, openScreen } from './open-screen.tsx'
import { me } from './sample-replies.ts'
import { memberReplies } from './sample-members.ts'
import { samplePlan } from './sample-plan.ts'
import { draftSeason } from './sample-season.ts'
import { reply, sentCalls } from './server.ts'

const published = memberReplies['seasonPlan.list'].list.slice(0, 2)

async function openSeasons() {
  reply('seasonPlan.list', { list: [...published, { ...draftSeason, problems: 3 }] })
  const router = await openScreen('/seasons')
  await screen.findByRole('button', { name: 'Discard The Long Night' })
  return router
}

/** Waits for the whole page, because its code must not load while the next file begins. */
async function expectBuilder(router: Awaited<ReturnType<typeof openScreen>>): Promise<void> {
  await screen.findByRole('region', { name: 'Problems' })
  expect(router.state.location.pathname).toBe('/seasons/8/edit')
}

const rowOf = (text: RegExp) =>
  within(screen.getByRole('row', { name: text }))
    .getAllByRole('cell')
    .slice(0, 7)
    .map(({ textContent }) => textContent)

test('lists drafts and published seasons with their figures', async () => {
  await openSeasons()

  expect(rowOf(/3 problems/)).toEqual([
    'The Long Night',
    'Draft 3 problems',
    '1 Mar 2027',
    '28 Mar 2027',
    '10,000',
    '10,000.00 USDS',
    '12',
  ])
  expect(rowOf(/Running/)[1]).toBe('Running ')
  expect(screen.queryByText(/^Seasons in red share days/)).toBeNull()
})

test('draws the ends of rounds from the list alone', async () => {
  await openSeasons()

  const marks = screen.getAllByTitle(/^Round \d ends on/).map(({ title }) => title)
  expect(marks).toEqual([
    'Round 1 ends on 8 Mar',
    'Round 2 ends on 15 Mar',
    'Round 3 ends on 22 Mar',
  ])
  expect(sentCalls('seasonPlan.show')).toEqual([])
})

test('seasons that share days are named as a conflict', async () => {
  const { startAt, endAt } = published[1] ?? draftSeason
  reply('seasonPlan.list', { list: [...published, { ...draftSeason, startAt, endAt }] })
  await openScreen('/seasons')

  expect(await screen.findByText(/^Seasons in red share days/)).toBeDefined()
  expect(screen.getAllByText(/Runs at the same time as another season/)).toHaveLength(2)
  expect(await axeViolations()).toEqual([])
})

test('begins a season and opens its builder', async () => {
  const router = await openSeasons()

  fireEvent.click(screen.getByRole('button', { name: 'New season' }))

  await expectBuilder(router)
  expect(sentCalls('seasonPlan.begin')[0]?.input.body).toEqual({ plan: {} })
})

test('begins a season from a JSON file, and refuses any other file', async () => {
  const router = await openSeasons()
  const input = screen.getByLabelText('From a JSON file', { selector: 'input' })

  fireEvent.change(input, { target: { files: [new File(['[]'], 'list.json')] } })
  expect(await screen.findByText('list.json is not a season plan in JSON.')).toBeDefined()
  const file = new File([JSON.stringify(samplePlan)], 'plan.json')
  fireEvent.change(input, { target: { files: [file] } })

  await expectBuilder(router)
  expect(sentCalls('seasonPlan.begin')[0]?.input.body).toEqual({ plan: samplePlan })
})

test('copies a season to the first free day', async () => {
  const router = await openSeasons()

  const [, running] = screen.getAllByRole('button', { name: 'Copy The Long Night' })
  fireEvent.click(running ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  const day = dialog.getByLabelText<HTMLInputElement>('First day')
  expect(day.value).toBe('2027-03-29')
  fireEvent.change(day, { target: { value: '2027-03-10' } })
  expect(dialog.getByText(/^Shares days with .*The Long Night\.$/)).toBeDefined()
  fireEvent.change(day, { target: { value: '2027-04-01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Copy the season' }))

  await expectBuilder(router)
  expect(sentCalls('seasonPlan.copy')[0]?.input).toEqual({
    params: { seasonId: 4 },
    body: { startAt: '2027-03-31T20:00:00.000Z' },
  })
})

test('discards a draft with a reason and its title', async () => {
  await openSeasons()

  openKept({ operatorId: me.operatorId, seasonId: 7 }).keep({ revision: 1, base: {}, draft: {} })
  fireEvent.click(screen.getByRole('button', { name: 'Discard The Long Night' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'PRG-12' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Discard the draft' }))
  expect(sentCalls('seasonPlan.discard')).toEqual([])
  const title = dialog.getByLabelText('Type the title of the draft: The Long Night')
  fireEvent.change(title, { target: { value: 'The Long Night' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Discard the draft' }))

  expect(await screen.findByText('The Long Night was discarded')).toBeDefined()
  expect(hasKept(me.operatorId)).toBe(false)
  expect(sentCalls('seasonPlan.discard')[0]?.input).toEqual({
    params: { seasonId: 7 },
    body: { reason: 'PRG-12' },
  })
})

test.each([
  [{ en: '  ', ko: '' }, 'Season 7'],
  [{ en: ' ', ko: '긴  밤 '.normalize('NFD') }, '긴 밤'],
])('a draft with the title %j is discarded as %s', async (title, name) => {
  reply('seasonPlan.list', { list: [...published, { ...draftSeason, title }] })
  await openScreen('/seasons')

  fireEvent.click(await screen.findByRole('button', { name: `Discard ${name}` }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'PRG-12' } })
  const typed = dialog.getByLabelText(`Type the title of the draft: ${name}`)
  fireEvent.change(typed, { target: { value: name } })
  fireEvent.click(dialog.getByRole('button', { name: 'Discard the draft' }))

  expect(await screen.findByText(`${name} was discarded`)).toBeDefined()
})
