import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { chooseLanguage, loadTexts } from '#/lib/i18n.ts'
import type { DetailOf } from '#/features/mission/api.ts'
import { Question, QuizDock, QuizResult } from './quiz.tsx'

const mission = {
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
  question: { questionId: 0, text: 'Which star?', options: ['Sirius', 'Polaris', 'Vega'] },
  result: null,
} satisfies DetailOf<'QUIZ'>

const answered = {
  ...mission,
  available: false,
  unavailableReason: 'DONE_TODAY',
  nextAvailableAt: '2026-06-23T20:00:00.000Z',
} as const

beforeAll(async () => {
  const link = { getAttribute: () => '', setAttribute: () => {} }
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => link })
  await loadTexts('mission', 'mission-quiz')
})
afterAll(() => void vi.unstubAllGlobals())
afterEach(() => chooseLanguage('en'))

const question = (shown: DetailOf<'QUIZ'>, option?: number) =>
  renderToStaticMarkup(<Question mission={shown} option={option} onOption={() => {}} />)
const result = (shown: DetailOf<'QUIZ'>) => renderToStaticMarkup(<QuizResult mission={shown} />)
const dock = (shown: DetailOf<'QUIZ'>, isChosen = false) =>
  renderToStaticMarkup(<QuizDock mission={shown} isBusy={false} isChosen={isChosen} />)

describe('the quiz screen', () => {
  test('renders the options as one radio group that is labelled by the question', () => {
    const html = question(mission, 1)

    expect(html).toMatch(/<fieldset[^>]*><legend[^>]*>Which star\?<\/legend>/)
    expect(html.match(/type="radio"[^>]*name="option"/g)).toHaveLength(3)
    expect(html.match(/checked=""/g)).toHaveLength(1)
    expect(html).not.toMatch(/<fieldset[^>]*disabled/)
  })

  test('submits only a chosen option', () => {
    expect(dock(mission)).toMatch(/<button[^>]*type="submit"[^>]*aria-disabled="true"/)
    expect(dock(mission, true)).not.toContain('aria-disabled')
  })

  test.each([
    ['en', 'That’s right!', 'Next question:', 'Answered today'],
    ['ko', '정답이에요!', '다음 문제:', '오늘 참여했어요'],
  ] as const)(
    'explains a right answer and announces the next question in %s',
    async (language, ...texts) => {
      await chooseLanguage(language)
      const right = {
        ...answered,
        completed: true,
        result: { option: 1, isRight: true, explanation: 'It hardly moves.' },
      }
      const [praise, next, done] = texts

      expect(result(right)).toContain(praise)
      expect(result(right)).toContain('It hardly moves.')
      expect(dock(right)).toContain(next)
      expect(dock(right)).toContain(done)
    },
  )

  test.each([
    ['en', 'Not this time', 'A new question is waiting for you tomorrow.'],
    ['ko', '아쉽지만 정답이 아니에요', '내일 새로운 문제로 다시 만나요.'],
  ] as const)(
    'consoles after a wrong answer in %s and closes the question',
    async (language, title, kind) => {
      await chooseLanguage(language)
      const wrong = { ...answered, result: { option: 2, isRight: false, explanation: null } }

      expect(result(wrong)).toContain(title)
      expect(result(wrong)).toContain(kind)
      expect(question(wrong)).toMatch(/<fieldset[^>]*disabled=""/)
    },
  )

  test('shows the mission without a question before the season starts', () => {
    const upcoming = {
      ...mission,
      available: false,
      unavailableReason: 'SEASON_UPCOMING',
      question: null,
    } as const

    expect(question(upcoming)).toBe('')
    expect(dock(upcoming)).toContain('This season hasn’t started yet.')
    expect(dock(upcoming)).toContain('aria-disabled="true"')
  })

  test.each([
    ['en', 'Good try! Thanks for playing along this season.', 'tomorrow'],
    ['ko', '좋은 도전이었어요! 이번 시즌 퀴즈에 함께해 주셔서 고마워요.', '내일'],
  ] as const)(
    'promises no question for tomorrow after the last day, in %s',
    async (language, kind, promise) => {
      await chooseLanguage(language)
      const wrong = {
        ...answered,
        nextAvailableAt: null,
        result: { option: 2, isRight: false, explanation: null },
      }

      expect(result(wrong)).toContain(kind)
      expect(result(wrong)).not.toContain(promise)
    },
  )

  test('contains an empty status region before there is a result', () => {
    expect(result(mission)).toBe('<div role="status"></div>')
  })
})
