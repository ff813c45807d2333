import { schemas } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { mockReply, recordedReplies } from './replies.ts'

type Mission = CallData<'mission.show'>

const season = schemas['season.show'].data.parse(
  recordedReplies['season.show {"seasonId":2}']?.data,
)
const wheel = schemas['mission.show'].data.parse(
  recordedReplies['mission.show {"seasonId":2,"missionId":2}']?.data,
)
const checkIn = schemas['mission.show'].data.parse(
  recordedReplies['mission.show {"seasonId":2,"missionId":1}']?.data,
)

const stopped = (
  mission: Mission,
  unavailableReason: 'SEASON_PAUSED' | 'MISSION_OFF',
): Mission => ({
  ...mission,
  available: false,
  unavailableReason,
  nextAvailableAt: null,
})

test('the dashboard says that earning is paused', async () => {
  mockReply('season.show', { ...season, paused: true })
  await openScreen('/rewards/dashboard/2', 'normal')
  expect(await screen.findByText('Earning is paused for everyone')).toBeDefined()
})

test('a reply of an earlier release shows no pause', async () => {
  await openScreen('/rewards/dashboard/2', 'normal')
  expect(await screen.findAllByText(season.title)).not.toEqual([])
  expect(screen.queryByText('Earning is paused for everyone')).toBeNull()
})

test('a wheel that is off says so and offers no tickets', async () => {
  mockReply('mission.show', stopped(wheel, 'MISSION_OFF'))
  await openScreen('/rewards/dashboard/2/missions/2', 'normal')
  expect(await screen.findByText('This mission is closed for everyone right now.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Get tickets' })).toBeNull()
})

test('a check-in in a paused season names the reason', async () => {
  mockReply('mission.show', stopped(checkIn, 'SEASON_PAUSED'))
  await openScreen('/rewards/dashboard/2/missions/1', 'normal')
  expect(await screen.findByText(/^Earning is paused\. We’ll let you know/)).toBeDefined()
})
