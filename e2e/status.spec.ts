import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { demoMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { DASHBOARD, expect, test } from './support/programme-server.ts'
import { stubRemoteFlag } from './support/remote-flag.ts'

// The page shows programme days, whatever the zone of the device.
test.use({ clockOf: 'status', timezoneId: 'Asia/Seoul' })

test('anybody reads the status in both languages, also during maintenance, and a member sees the weather day and the freeze', async ({
  page,
  server,
  goTo,
  checkScreen,
}) => {
  await goTo(1, '12:00')
  const flag = await stubRemoteFlag(page, { enabled: true, title: { en: 'Back soon', ko: '' } })

  await test.step('the status is open without a session while the app is in maintenance', async () => {
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Back soon' })).toBeVisible()
    await page.getByRole('link', { name: 'See what’s going on' }).click()
    await expect(page).toHaveURL(/\/status\/?$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Everything is up' })).toBeVisible()
    await expect(
      page.getByRole('img', { name: /^Check-in and missions: outages on/ }),
    ).toBeVisible()
    await expect(page.getByText('Weather day.')).toBeVisible()
    await checkScreen('status')
    await page.getByRole('button', { name: '한국어' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '모두 정상이에요' })).toBeVisible()
    await expect(page.getByText('출석 인정일.')).toBeVisible()
    await checkScreen('status-ko')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Everything is up' })).toBeVisible()
  })

  await test.step('the chain of the demo account shows a weather day and a freeze', async () => {
    flag.set({ enabled: false })
    await page.context().clearCookies()
    // The app has the database open and would block its deletion; this page of the server has not.
    await page.goto('/healthz/live')
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase('firebase_remote_config')
          deletion.addEventListener('success', resolve)
          deletion.addEventListener('error', reject)
        }),
    )
    await page.goto('/auth/login')
    await logIn(page, { ...(await demoMember(server.url)), keepLoggedIn: true })
    await expect(page).toHaveURL('/home')
    await navigateInApp(page, `${DASHBOARD}/missions/1`)
    await page.getByRole('link', { name: 'See your chain of days' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your chain' })).toBeVisible()
    await expect(page.getByText(/: weather day, counts for you$/)).toHaveCount(1)
    await expect(page.getByText(/: saved by a freeze$/)).not.toHaveCount(0)
    await expect(page.getByText(/^We were down 19:00–22:40 \(UTC\+4\)/)).toBeVisible()
    await checkScreen('chain')
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, `${DASHBOARD}/streak`)
    await expect(page.getByRole('heading', { level: 1, name: '연속 출석' })).toBeVisible()
    await expect(page.getByText(/출석으로 인정돼요$/)).toBeVisible()
    await checkScreen('chain-ko')
  })
})
