import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { LiveChanges } from '#/features/season/live-changes.tsx'
import { chooseLanguage } from '#/lib/i18n.ts'
import { meQuery } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { seasonQuery } from '#/shell/season/season-queries.ts'
import { axeViolations } from './open-screen.tsx'
import { me } from './sample-replies.ts'
import { samplePlan } from './sample-plan.ts'
import { draftSeason, shownSeason } from './sample-season.ts'
import { fault, reply, sentCalls, setState } from './server.ts'

type Shown = CallData<'seasonPlan.show'>

const running: Shown = {
  ...shownSeason,
  season: { ...draftSeason, state: 'PUBLISHED', phase: 'RUNNING' },
}
const live: CallData<'seasonPlan.changeLive'> = {
  seasonId: 7,
  state: 'PUBLISHED',
  revision: 13,
  endAt: samplePlan.endAt,
  paused: false,
  missionsOff: [],
}
const rest = { days: 20, xp: 1_000_000, tickets: 9000, spins: 12_000 }
const effect: CallData<'seasonPlan.liveEffect'> = {
  level: 'C2',
  problems: [],
  members: 412,
  completedBy: 30,
  voidCommitments: 0,
  mean: null,
  rest: { before: rest, after: { ...rest, xp: 900_000 } },
  from: '2027-03-08T10:00:00.000Z',
  endAt: samplePlan.endAt,
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const bodiesOf = (id: Parameters<typeof sentCalls>[0]) =>
  sentCalls(id).map(({ input }) => input.body)

beforeEach(() => {
  queryClient.clear()
  setState('normal')
  reply('seasonPlan.show', running)
  reply('seasonPlan.liveEffect', effect)
  reply('seasonPlan.changeLive', live)
})

/** Shows a part without its page, so that the rules of axe for whole pages do not apply. */
async function openChanges(language: 'en' | 'ko' = 'en') {
  await chooseLanguage(language)
  await queryClient.fetchQuery(meQuery)
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <LiveChanges seasonId={7} />
      </QueryClientProvider>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  // The provider's type knows the routes of the console only.
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', {
    name: language === 'en' ? 'Change the running season' : '진행 중인 시즌 변경',
  })
}

describe('a mission', () => {
  test('is switched off with one press, a reason, its title and a second press', async () => {
    await openChanges()
    press('Switch off Daily check-in')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('412')
    expect(within(dialog).getByText('1,000,000 → 900,000')).toBeDefined()
    expect(within(dialog).getByText('C2')).toBeDefined()
    expect(await axeViolations(document.body)).toEqual([])

    type('Reason', 'INC-7, the partner is down')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off Daily check-in' }))
    expect(sentCalls('seasonPlan.changeLive')).toEqual([])
    type('Type the title of the mission: Daily check-in', 'Daily check-in')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off Daily check-in' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf('seasonPlan.changeLive')).toEqual([
      { change: { kind: 'MISSION_OFF', missionId: 1 }, reason: 'INC-7, the partner is down' },
    ])
  })

  test.each([
    [' Daily  check-in ', 'Daily check-in'],
    ['출석 체크'.normalize('NFD'), '출석 체크'],
  ])('is switched off by typing what is seen of %j', async (title, typed) => {
    const mission = { ...samplePlan.missions[0], title: { en: title, ko: title } }
    reply('seasonPlan.show', { ...running, plan: { ...samplePlan, missions: [mission] } })
    await openChanges()
    press(/^Switch off/)
    const dialog = await screen.findByRole('dialog')
    type('Reason', 'INC-7')
    type(/^Type the title of the mission/, typed)
    fireEvent.click(within(dialog).getByRole('button', { name: /^Switch off/ }))

    await waitFor(() => expect(bodiesOf('seasonPlan.changeLive')).toHaveLength(1))
  })

  test('that is off is switched on again without a reason', async () => {
    const plan = {
      ...samplePlan,
      missions: samplePlan.missions.map((mission) => ({ ...mission, enabled: false })),
    }
    reply('seasonPlan.show', { ...running, plan })
    await openChanges()
    press('Switch on Daily check-in')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch on Daily check-in' }))

    await waitFor(() =>
      expect(bodiesOf('seasonPlan.changeLive')).toEqual([
        { change: { kind: 'MISSION_ON', missionId: 1 } },
      ]),
    )
  })

  test('is on and without a limit if the stored plan omits both', async () => {
    const missions = samplePlan.missions.map(({ enabled: _, maxCompletions: __, ...rest }) => rest)
    const parts = Object.entries(samplePlan).filter(([name]) => name !== 'banners')
    const plan = Object.fromEntries(parts)
    reply('seasonPlan.show', { ...running, plan: { ...plan, missions } })
    await openChanges()

    const row = within(screen.getByRole('row', { name: /^Meet Lumen/ }))
    expect(row.getByText('On')).toBeDefined()
    expect(row.getByText('No limit')).toBeDefined()
    press('Correct texts and pictures')
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  test('that other calls complete says why it stays on', async () => {
    const text = 'Counted elsewhere'
    const problem = { path: '', code: 'CHANGE_MISSION_ELSEWHERE', values: { mission: 4 }, text }
    // The contract lists the code of the problem.
    reply('seasonPlan.liveEffect', { ...effect, problems: [problem as never] })
    await openChanges()
    press('Switch off Invite friends')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/^Mission 4 is counted elsewhere/)
    type('Reason', 'PRG-9')
    type(/^Type the title/, 'Invite friends')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off Invite friends' }))

    expect(sentCalls('seasonPlan.changeLive')).toEqual([])
  })

  test('gets another reward by a second person only', async () => {
    const pending = { status: 202, code: Code.APPROVAL_PENDING, data: { approvalId: 61 } }
    reply('seasonPlan.reviseLive', new ApiError(pending))
    await openChanges()
    press('Change the reward of Meet Lumen')
    const dialog = await screen.findByRole('dialog')
    type('XP for one completion', '120')
    type('Reason', 'PRG-9')
    press('Change the reward')
    expect(within(dialog).getByText(/^Enter a whole number above 0 that differs/)).toBeDefined()
    type('XP for one completion', '90')
    await within(dialog).findByText('412')
    press('Change the reward')

    await screen.findByRole('link', { name: /61/ })
    expect(bodiesOf('seasonPlan.reviseLive')).toEqual([
      { change: { kind: 'MISSION_REWARD', missionId: 5, rewardXp: 90 }, reason: 'PRG-9' },
    ])
  })
})

test('pausing needs the title of the season, and resuming does not', async () => {
  await openChanges()
  press('Pause earning')
  const dialog = await screen.findByRole('dialog')
  type('Reason', 'INC-8')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pause earning' }))
  expect(sentCalls('seasonPlan.changeLive')).toEqual([])
  type(/^Type the title/, 'The Long Night')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pause earning' }))

  await waitFor(() =>
    expect(bodiesOf('seasonPlan.changeLive')).toEqual([
      { change: { kind: 'PAUSE' }, reason: 'INC-8' },
    ]),
  )
})

test('an open pause stays a pause when somebody else has paused meanwhile', async () => {
  await openChanges()
  press('Pause earning')
  const dialog = await screen.findByRole('dialog')
  reply('seasonPlan.show', { ...running, season: { ...running.season, paused: true } })
  await queryClient.refetchQueries(seasonQuery(7))
  await screen.findByText('Earning is paused for all members.')

  expect(within(dialog).getByRole('button', { name: 'Pause earning' })).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Resume earning' })).toBeNull()
})

test('new odds show the mean before and after and the commitments that become void', async () => {
  const mean = { before: 54.5, after: 74.3 }
  reply('seasonPlan.liveEffect', { ...effect, mean, voidCommitments: 37 })
  await openChanges()
  press('Change the odds')
  const dialog = await screen.findByRole('dialog')
  type('Chance of prize 6 in percent', '3')
  expect(within(dialog).getByText('102.00 %')).toBeDefined()
  type('Chance of prize 1 in percent', '38')
  expect(within(dialog).getByText('100.00 %')).toBeDefined()

  await within(dialog).findByText('54.5 → 74.3')
  expect(within(dialog).getByText('37')).toBeDefined()
  expect(await axeViolations(document.body)).toEqual([])
})

test('texts are corrected in both languages', async () => {
  await openChanges()
  press('Correct texts and pictures')
  await screen.findByRole('dialog')
  type('What to correct', 'mission-1')
  type('Title in English', 'Check in daily')
  type('Title in Korean', '매일 출석')
  press('Save the texts')

  await waitFor(() => expect(bodiesOf('seasonPlan.changeLive')).toHaveLength(1))
  expect(bodiesOf('seasonPlan.changeLive')[0]).toMatchObject({
    change: {
      kind: 'TEXTS',
      missions: [{ missionId: 1, title: { en: 'Check in daily', ko: '매일 출석' }, linkUrl: null }],
    },
  })
})

test('texts of several parts are kept while typing and corrected together', async () => {
  await openChanges()
  press('Correct texts and pictures')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('412')).toBeDefined()
  type('What to correct', 'mission-1')
  type('Title in English', 'Check in daily')
  type('What to correct', 'banner-0')
  type('Title in Korean', '매일 무료 룰렛')
  type('What to correct', 'mission-1')

  expect(screen.getByLabelText<HTMLInputElement>('Title in English').value).toBe('Check in daily')
  expect(dialog.getByRole('option', { name: /^Banner 1: .*\(changed\)$/ })).toBeDefined()
  press('Save the texts')
  await waitFor(() => expect(bodiesOf('seasonPlan.changeLive')).toHaveLength(1))
  expect(bodiesOf('seasonPlan.changeLive')[0]).toEqual({
    change: {
      kind: 'TEXTS',
      missions: [expect.objectContaining({ missionId: 1 })],
      banners: [
        {
          title: { en: 'A free spin, every day', ko: '매일 무료 룰렛' },
          imageUrl: '/art/banner-wheel.svg',
          linkUrl: null,
        },
      ],
    },
  })
})

test.each(['en', 'ko'] as const)('an empty title is named in %s', async (language) => {
  const texts = {
    en: ['Correct texts and pictures', 'Title in Korean', 'Save the texts', /Fill .* The season/],
    ko: ['문구와 이미지 수정', '한국어 제목', '문구 저장', /모두 입력하세요: 시즌/],
  } as const
  const [open, title, save, message] = texts[language]
  await openChanges(language)
  press(open)
  const dialog = within(await screen.findByRole('dialog'))
  type(title, ' ')
  press(save)

  expect(dialog.getByText(message)).toBeDefined()
  expect(sentCalls('seasonPlan.changeLive')).toEqual([])
})

describe('a product', () => {
  test('is taken off sale with a reason and its name, at once', async () => {
    await openChanges()
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the sale of Lantern' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('C2')).toBeDefined()
    expect(await dialog.findByText('412')).toBeDefined()
    type('Reason', 'INC-9, a wrong price')
    fireEvent.click(dialog.getByRole('button', { name: 'Stop the sale of Lantern' }))
    expect(sentCalls('product.change')).toEqual([])
    expect(await axeViolations(document.body)).toEqual([])
    type('Type the name of the product: Lantern', 'Lantern')
    fireEvent.click(dialog.getByRole('button', { name: 'Stop the sale of Lantern' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentCalls('product.change').map(({ input }) => input)).toEqual([
      { params: { productId: 3 }, body: { onSale: false, reason: 'INC-9, a wrong price' } },
    ])
  })

  test('is sold again, which may need a second person', async () => {
    const pending = { status: 202, code: Code.APPROVAL_PENDING, data: { approvalId: 62 } }
    reply('product.change', new ApiError(pending))
    await openChanges('ko')
    fireEvent.click(await screen.findByRole('button', { name: '티켓 다시 판매' }))
    const dialog = within(await screen.findByRole('dialog'))
    type('사유', 'INC-9')
    type('상품 이름을 입력하세요: 티켓', '티켓')
    fireEvent.click(dialog.getByRole('button', { name: '티켓 다시 판매' }))

    expect(await screen.findByRole('link', { name: /62/ })).toBeDefined()
    expect(bodiesOf('product.change')).toEqual([{ onSale: true, reason: 'INC-9' }])
  })

  test('is not offered to a role that may not change it', async () => {
    const calls = me.calls.filter((id) => id !== 'product.change')
    reply('operator.me', { ...me, calls })
    await openChanges()

    expect(await screen.findByRole('row', { name: /^Lantern/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Stop the sale/ })).toBeNull()
  })
})

test('an extension names the present end', async () => {
  reply('seasonPlan.reviseLive', live)
  await openChanges()
  press('Extend the season')
  const dialog = await screen.findByRole('dialog')
  type('Days', '3')
  type('Reason', 'PRG-9')
  await within(dialog).findByText('412')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Extend the season' }))

  await waitFor(() =>
    expect(bodiesOf('seasonPlan.reviseLive')).toEqual([
      { change: { kind: 'EXTEND', days: 3, endAt: samplePlan.endAt }, reason: 'PRG-9' },
    ]),
  )
})

test('an effect that cannot be computed is said and tried again', async () => {
  reply('seasonPlan.liveEffect', fault(), effect)
  await openChanges()
  press('Extend the season')
  const dialog = await screen.findByRole('dialog')
  type('Days', '3')

  await within(dialog).findByText('The effect could not be computed.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retry' }))
  await within(dialog).findByText('412')
  expect(within(dialog).queryByText('The effect could not be computed.')).toBeNull()
})

test.each(['en', 'ko'] as const)('says in %s what is never possible', async (language) => {
  await openChanges(language)
  const title = language === 'en' ? 'Never possible' : '변경할 수 없는 것'
  expect(screen.getByRole('heading', { name: title })).toBeDefined()
  expect(await axeViolations(document.body)).toEqual([])
})

test('a draft offers no changes', async () => {
  reply('seasonPlan.show', shownSeason)
  await openChanges()
  expect(screen.getByText(/^Changes are possible while/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
