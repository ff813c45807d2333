import { schemas } from '@solstice/contract/catalogue'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseLanguage } from '#/lib/i18n.ts'
import { openScreen } from './open-screen.tsx'
import { recordedReplies, replyWith } from './replies.ts'

const recordedList = schemas['mission.list'].data.parse(
  recordedReplies['mission.list {"seasonId":2} {}']?.data,
).list

/** As a newer server sends it: this build's contract has no such type. */
const ofNewType = <Sent extends { type: string }>(mission: Sent) =>
  ({ ...mission, type: 'NEW', title: 'Something new' }) as unknown as Sent

const list = recordedList.map((mission) =>
  mission.type === 'PARTNER' || mission.type === 'EARN' ? ofNewType(mission) : mission,
)
const detail = ofNewType(
  schemas['mission.show'].data.parse(
    recordedReplies['mission.show {"seasonId":2,"missionId":5}']?.data,
  ),
)

test.each([
  ['/rewards/dashboard/2', 'Midsummer'],
  ['/starlight', 'Starlight'],
])('%s lists a mission of a type that this build does not know', async (path, heading) => {
  replyWith('mission.list', { list })
  await openScreen(path, 'normal')

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
  const rows = await screen.findAllByRole('link', { name: /Something new/ })
  expect(rows[0]?.querySelector('svg')).not.toBeNull()
})

test('home opens although its missions are of types that this build does not know', async () => {
  replyWith('mission.list', { list })
  replyWith('mission.show', detail)
  await openScreen('/home', 'normal')

  expect(await screen.findByRole('heading', { level: 1, name: /^Good evening/ })).toBeDefined()
  expect(await screen.findAllByText('Midsummer')).not.toEqual([])
})

test.each([
  ['en', 'Update the app to take part', 'Refresh App'],
  ['ko', '앱을 업데이트해 주세요', '앱 새로고침'],
] as const)(
  'the screen of an unknown mission asks for an update in %s',
  async (language, title, refresh) => {
    replyWith('mission.show', detail)
    await openScreen('/rewards/dashboard/2/missions/5', 'normal')
    await chooseLanguage(language)

    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Something new' })).toBeDefined()
    expect(screen.getByRole('button', { name: refresh })).toBeDefined()

    await chooseLanguage('en')
  },
)
