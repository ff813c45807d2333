import type { Page } from '@playwright/test'
import { QUIZ_QUESTIONS } from '../apps/server/src/demo/quiz-questions.ts'
import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { logIn } from './support/log-in.ts'
import type { TestMember } from './support/members.ts'
import { unlock } from './support/pin.ts'
import { DASHBOARD } from './support/programme-server.ts'

const QUIZ = `${DASHBOARD}/missions/14`

/** Opens the question of the day and returns its options in the order of the plan. */
async function openQuiz(page: Page, member: TestMember) {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, QUIZ)
  const legend = await page.locator('legend').innerText()
  const question = QUIZ_QUESTIONS.find(({ text }) => text.en === legend)
  if (!question) throw new Error(`The plan has no question ${legend}`)
  const options = question.options.map(({ en }) => en)
  return { options, right: options[question.answer] ?? '', explanation: question.explanation.en }
}

const answered = (page: Page) => page.getByRole('button', { name: 'Answered today' })

test('a member answers the question of the day with the keyboard, reads the explanation, and can answer once a day', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  const { options, right, explanation } = await openQuiz(page, member)
  await expect(page.getByRole('button', { name: 'Check my answer' })).toBeDisabled()
  await checkScreen('quiz-open')

  await page.getByRole('radio', { name: options[0] ?? '' }).focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < options.indexOf(right); step += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(page.getByRole('radio', { name: right })).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('status').getByText('That’s right!')).toBeVisible()
  await expect(page.getByText(explanation)).toBeVisible()
  await expect(answered(page)).toBeDisabled()
  await checkScreen('quiz-right')
  await page.reload()
  await unlock(page, member.pin)
  await expect(page.getByText(explanation)).toBeVisible()
  await expect(answered(page)).toBeDisabled()
})

test('a wrong answer uses up the try of the day, and the right one is not shown', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const { options, right, explanation } = await openQuiz(page, await newMember())
  const wrong = options.find((option) => option !== right) ?? ''

  await page.getByText(wrong, { exact: true }).click()
  await page.getByRole('button', { name: 'Check my answer' }).click()

  await expect(page.getByRole('status').getByText('Not this time')).toBeVisible()
  await expect(page.getByText(explanation)).toHaveCount(0)
  await expect(page.getByRole('radio', { name: wrong })).toBeChecked()
  await expect(answered(page)).toBeDisabled()
  await checkScreen('quiz-wrong')
})
