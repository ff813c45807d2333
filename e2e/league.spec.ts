import type { Page } from '@playwright/test'
import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { demoMember, type TestMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'

test.use({ clockOf: 'league' })

const LEAGUE = `${DASHBOARD}/league`

/** Missions that are proven by a link, and the codes of two others. */
const LINKS = [5, 7, 10, 12]
const CODES = [
  { missionId: 8, partnerCode: 'NORTHSTAR' },
  { missionId: 13, partnerCode: 'EMBER' },
]

const inSeason = (missionId: number) => ({ params: { seasonId: SEASON, missionId } })

async function showsRung(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
}

/** Waits until the job has drawn the leagues of a week. */
async function drawn({ api }: TestMember, week: number): Promise<void> {
  const mine = () => api.call('league.mine', { params: { seasonId: SEASON } })
  await expect
    .poll(async () => {
      const { state, week: current } = await mine()
      return [state, current?.number]
    })
    .toEqual(['PLAYING', week])
}

test('a member plays in a league, is promoted when the week turns, and leaves the leagues', async ({
  page,
  server,
  goTo,
  checkScreen,
}) => {
  const demo = await demoMember(server.url)
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  await test.step('the ranking leads to the league, whose lines and own row are shown', async () => {
    await navigateInApp(page, `${DASHBOARD}/ranking`)
    await page.getByRole('link', { name: /^Your league/ }).click()
    await showsRung(page, 'Sunrise')
    await expect(page.getByText(/^Top \d move up to Morning$/)).toBeVisible()
    await expect(page.getByText(/^Last \d move down to First Light$/)).toBeVisible()
    await expect(page.locator('[data-me]')).toHaveCount(1)
    await checkScreen('en-playing')
    await page.getByRole('button', { name: 'About your league' }).click()
    await expect(page.getByText(/^You earned [\d,]+ XP in the week before/)).toBeVisible()
    await page.getByText('How the draw is verified').click()
    await checkScreen('en-about')
    await page.keyboard.press('Escape')
  })

  await test.step('the best of the week move up, and the alert opens the new league', async () => {
    for (const missionId of LINKS) await demo.api.call('mission.open', inSeason(missionId))
    await goTo(0, '23:10')
    // The clock passed the end of the first session's token.
    const { api } = await demoMember(server.url)
    for (const missionId of LINKS) {
      await api.call('mission.execute', { ...inSeason(missionId), body: {} })
    }
    for (const { missionId, partnerCode } of CODES) {
      await api.call('mission.execute', { ...inSeason(missionId), body: { partnerCode } })
    }
    await goTo(3, '12:00')
    const later = await demoMember(server.url)
    await drawn(later, 3)
    await navigateInApp(page, '/more/notice')
    await page.getByRole('button', { name: /^You moved up a league/ }).click()
    await expect(page).toHaveURL(new RegExp(`${LEAGUE}/?$`))
    await expect(page.getByText(/^Last week: \d of \d+ in Sunrise. You moved up/)).toBeVisible()
    await checkScreen('en-promoted')
  })

  await test.step('a member who leaves the leagues is not shown, and may join again', async () => {
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, LEAGUE)
    await expect(page.getByRole('heading', { level: 1, name: '내 리그' })).toBeVisible()
    await expect(page.locator('[data-me]')).toHaveCount(1)
    await checkScreen('ko-playing')
    await page.getByRole('button', { name: '리그 안내' }).click()
    await page.getByRole('switch', { name: /^리그 참여/ }).click()
    await expect(page.getByRole('switch', { name: /^리그 참여/ })).not.toBeChecked()
    await checkScreen('ko-about')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '리그에 참여하지 않고 있어요' })).toBeVisible()
    await checkScreen('ko-left')
    await page.getByRole('button', { name: '리그 참여하기' }).click()
    await expect(page.locator('[data-me]')).toHaveCount(1)
    await chooseLanguage(page, 'English')
  })
})
