import { Code } from '@solstice/contract/codes'
import { schemas } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { queryClient } from '#/lib/query-client.ts'
import { dismissToast } from '#/lib/toast.ts'
import { openScreen } from './open-screen.tsx'
import { recordedReplies, mockReply } from './replies.ts'

type Quiz = Extract<CallData<'mission.show'>, { type: 'QUIZ' }>
type Answered = Extract<CallData<'mission.execute'>, { type: 'QUIZ' }>

const PATH = '/rewards/dashboard/2/missions/14'
const TOMORROW = '2026-06-10T20:00:00.000Z'

const open: Quiz = {
  missionId: 14,
  seasonId: 2,
  type: 'QUIZ',
  category: 'earn',
  title: 'Question of the day',
  description: '',
  imageUrl: null,
  partner: null,
  linkUrl: null,
  rewardXp: 30,
  rewardTickets: null,
  repeat: 'DAILY',
  available: true,
  unavailableReason: null,
  nextAvailableAt: null,
  completed: false,
  alarmEnabled: false,
  question: { questionId: 3, text: 'Which star?', options: ['Sirius', 'Polaris', 'Vega'] },
  result: null,
}
const closed: Quiz = {
  ...open,
  available: false,
  unavailableReason: 'DONE_TODAY',
  nextAvailableAt: TOMORROW,
  completed: true,
  result: { option: 1, isRight: true, explanation: 'It hardly moves.' },
}
const next: Quiz = {
  ...open,
  question: { questionId: 4, text: 'Which planet?', options: ['Mars', 'Venus', 'Saturn'] },
}
const season = schemas['season.show'].data.parse(
  recordedReplies['season.show {"seasonId":2}']?.data,
)
const right: Answered = {
  type: 'QUIZ',
  historyId: 900,
  xp: 30,
  tickets: 0,
  baseXp: 30,
  levelBonusXp: 0,
  tierBonusXp: 0,
  me: season.me,
  levelUp: false,
  tierUp: false,
  outcome: 'RIGHT',
  explanation: 'It hardly moves.',
  nextAvailableAt: TOMORROW,
}
const wrong: Answered = {
  ...right,
  historyId: null,
  xp: 0,
  baseXp: 0,
  outcome: 'WRONG',
  explanation: null,
}
const failure = new ApiError({ code: Code.SERVER_ERROR, status: 400 })

beforeEach(() => {
  dismissToast()
  mockReply('mission.show', open)
})

async function choose(label: string): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: label }))
}
const submit = () => fireEvent.submit(screen.getByRole('button', { name: 'Check my answer' }))
const chosen = () => screen.queryAllByRole('radio', { checked: true })
const standing = () => screen.queryByText(/rank 106/)

async function loadAgain(mission: Quiz): Promise<void> {
  mockReply('mission.show', mission)
  await queryClient.invalidateQueries()
}

describe('the next question', () => {
  test('has no option selected, whatever was selected for the previous one', async () => {
    await openScreen(PATH, 'normal')
    await choose('Polaris')
    expect(chosen()).toHaveLength(1)

    await loadAgain(next)

    expect(await screen.findByText('Which planet?')).toBeDefined()
    expect(chosen()).toEqual([])
  })

  test.each([
    ['another one', next],
    ['the only one of the quiz', open],
  ])("appears without yesterday's result: %s", async (_, tomorrow) => {
    await openScreen(PATH, 'normal')
    await choose('Polaris')
    mockReply('mission.execute', right)
    mockReply('mission.show', closed)
    submit()
    expect(await screen.findByText('It hardly moves.')).toBeDefined()
    await expect.poll(standing).not.toBeNull()

    await loadAgain(tomorrow)

    expect(await screen.findByRole('button', { name: 'Check my answer' })).toBeDefined()
    expect(chosen()).toEqual([])
    expect(standing()).toBeNull()
    expect(screen.queryByText('It hardly moves.')).toBeNull()
  })
})

describe('a mission that cannot be reloaded', () => {
  test.each([
    ['right', right, 'It hardly moves.'],
    ['wrong', wrong, 'Good try! A new question is waiting for you tomorrow.'],
  ])('shows the result of a %s answer', async (_, reply, expected) => {
    await openScreen(PATH, 'normal')
    await choose('Polaris')
    mockReply('mission.execute', reply)
    mockReply('mission.show', failure)
    submit()

    expect(await screen.findByText(expected)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Answered today' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Check my answer' })).toBeNull()
    expect(chosen()).toEqual([screen.getByRole('radio', { name: 'Polaris' })])
  })
})

test('explains that the try is still available after an answer to a changed question', async () => {
  await openScreen(PATH, 'normal')
  await choose('Polaris')
  mockReply('mission.execute', { ...wrong, outcome: 'QUESTION_CHANGED', nextAvailableAt: null })
  mockReply('mission.show', next)
  submit()

  expect(
    await screen.findByText('There’s a new question. You still have today’s try.'),
  ).toBeDefined()
  expect(await screen.findByText('Which planet?')).toBeDefined()
  expect(chosen()).toEqual([])
})
