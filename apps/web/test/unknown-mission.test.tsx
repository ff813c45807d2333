import { schemas } from '@solstice/contract/catalogue'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseLanguage } from '#/lib/i18n.ts'
import { openScreen } from './open-screen.tsx'
import { recordedReplies, mockReply } from './replies.ts'

const recordedList = schemas['mission.list'].data.parse(
  recordedReplies['mission.list {"seasonId":2} {}']?.data,
).list

/** Builds a mission of a newer server; the contract of this build has no such type. */
const withNewType = <Sent extends { type: string }>(mission: Sent) =>
  ({ ...mission, type: 'NEW', title: 'Something new' }) as unknown as Sent

const list = recordedList.map((mission) =>
  mission.type === 'PARTNER' || mission.type === 'EARN' ? withNewType(mission) : mission,
)
const detail = withNewType(
  schemas['mission.show'].data.parse(
    recordedReplies['mission.show {"seasonId":2,"missionId":5}']?.data,
  ),
)

test.each([
  ['/rewards/dashboard/2', 'Midsummer'],
  ['/starlight', 'Starlight'],
])('lists a mission of an unknown type on %s', async (path, heading) => {
  mockReply('mission.list', { list })
  await openScreen(path, 'normal')

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
  const rows = await screen.findAllByRole('link', { name: /Something new/ })
  expect(rows[0]?.querySelector('svg')).not.toBeNull()
})

test('opens home although its missions have unknown types', async () => {
  mockReply('mission.list', { list })
  mockReply('mission.show', detail)
  await openScreen('/home', 'normal')

  expect(await screen.findByRole('heading', { level: 1, name: /^Good evening/ })).toBeDefined()
  expect(await screen.findAllByText('Midsummer')).not.toEqual([])
})

test.each([
  ['en', 'Update the app to take part', 'Refresh App'],
  ['ko', '앱을 업데이트해 주세요', '앱 새로고침'],
] as const)(
  'prompts for an update on the screen of an unknown mission in %s',
  async (language, title, refresh) => {
    mockReply('mission.show', detail)
    await openScreen('/rewards/dashboard/2/missions/5', 'normal')
    await chooseLanguage(language)

    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Something new' })).toBeDefined()
    expect(screen.getByRole('button', { name: refresh })).toBeDefined()

    await chooseLanguage('en')
  },
)
