import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { samplePlan } from './sample-plan.ts'
import { aRevision, storedSimulation } from './sample-revisions.ts'
import { reply, replyBy, sentCalls } from './server.ts'

const EDITED = {
  ...samplePlan,
  title: { en: 'The Longest Night', ko: '긴 밤' },
  description: { ...samplePlan.description, ko: '한 해 중 가장 고요한 밤이에요.' },
  endAt: '2027-04-04T20:00:00.000Z',
  checkIn: { ...samplePlan.checkIn, baseXp: 40 },
  missions: samplePlan.missions.filter(({ missionId }) => missionId !== 7),
}

/** Returns the edited plan for revision 12, and the plan before for all others. */
function editRevision(simulated = false) {
  replyBy('seasonPlan.revision', async ({ params }) => {
    const { revision } = params as { revision: number } // The contract's params of this call.
    return aRevision({
      revision,
      plan: revision === 12 ? EDITED : samplePlan,
      simulation: simulated ? storedSimulation(revision === 12 ? 40_000_000 : 50_000_000) : null,
    })
  })
}

const rowsOf = (panel: string) =>
  within(screen.getByRole('region', { name: panel }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

describe('the comparison of two revisions', () => {
  test('lists figures with percent, texts by language and other changes', async () => {
    editRevision()
    await openScreen('/seasons/7/compare')

    expect(await screen.findByText('5 differences')).toBeDefined()
    expect(rowsOf('Figures')).toEqual([['Check-in · Each check-in', '50', '40', '−20%']])
    expect(rowsOf('Texts in English')).toEqual([
      ['Season · Title', 'The Removed: Long Added: Longest Night'],
    ])
    expect(rowsOf('Texts in Korean')).toEqual([
      ['Season · Description', '한 해 중 가장 Removed: 긴 Added: 고요한 밤이에요.'],
    ])
    expect(rowsOf('Dates, pictures and other changes')).toEqual([
      ['Season · Last day', expect.stringContaining('2027'), expect.stringContaining('2027')],
      ['Mission 7', 'The code of the season', '–'],
    ])
    expect(await axeViolations()).toEqual([])
  })

  test('shows the simulation before and after', async () => {
    editRevision(true)
    await openScreen('/seasons/7/compare?from=10&to=12')

    await screen.findByText('5 differences')
    expect(rowsOf('Simulation')).toContainEqual(['XP given', '50,000,000', '40,000,000', '−20%'])
    expect(rowsOf('Simulation')).toContainEqual(['Cost at most, USDS', '10,000', '10,000', '+0%'])
  })

  test('names the revisions that were not simulated', async () => {
    editRevision()
    await openScreen('/seasons/7/compare')

    expect(await screen.findByText(/^Revision 11 has not been simulated/)).toBeDefined()
    expect(screen.getByText(/^Revision 12 has not been simulated/)).toBeDefined()
  })

  test('begins with the newest revision, and a chosen one stands in the address', async () => {
    editRevision()
    const router = await openScreen('/seasons/7/compare')
    await screen.findByText('5 differences')

    fireEvent.change(screen.getByLabelText('Earlier revision'), { target: { value: '10' } })

    await waitFor(() => expect(router.state.location.search).toEqual({ from: 10, to: 12 }))
    await waitFor(() =>
      expect(sentCalls('seasonPlan.revision').map(({ input }) => input.params)).toContainEqual({
        seasonId: 7,
        revision: 10,
      }),
    )
  })

  test('says that two revisions have the same plan', async () => {
    await openScreen('/seasons/7/compare')

    expect(await screen.findByText('Both revisions have the same plan.')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull()
  })

  test('keeps an older revision of the address that the list does not offer', async () => {
    editRevision()
    await openScreen('/seasons/7/compare?from=3')
    await screen.findByText('5 differences')

    expect(screen.getByDisplayValue('3 · older than the list')).toBeDefined()
  })

  test('offers to load a revision again that failed', async () => {
    reply('seasonPlan.revision', new Error('No answer'), aRevision())
    await openScreen('/seasons/7/compare')

    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('Both revisions have the same plan.')).toBeDefined()
  })
})
