import { ApiSession } from './support/api.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { unlock } from './support/pin.ts'
import { DASHBOARD, expect, test } from './support/programme-server.ts'
import { createWallet, ETH_CHAIN, orderChain } from './support/wallet-steps.ts'

// Every round is paid by a root, however few its recipients are.
test.use({ clockOf: 'claims', serverSettings: { REWARD_ROOT_ABOVE: '0' } })

test('a member claims the rewards of two rounds with one tap and follows them to the wallet', async ({
  page,
  demo,
  server,
  goTo,
  request,
  checkScreen,
}) => {
  const api = new ApiSession(server.url)
  const mine = async () => {
    await orderChain(request, ETH_CHAIN, { mine: 1 })
    return api.call('distribution.mine')
  }
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/rewards/claims')
  await expect(page.getByText('Nothing to claim')).toBeVisible()
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)

  await test.step('rewards of a paused account wait for a later root', async () => {
    await navigateInApp(page, '/rewards/claims')
    await expect(page.getByText('Not ready yet')).toBeVisible()
    await expect(page.getByText(/Payouts are paused until/).first()).toBeVisible()
    await checkScreen('waiting')
  })

  await goTo(3, '12:00')
  // The session of the first day is over.
  const { email, password } = demo
  await api.call('auth.login', { body: { email, password } })
  await page.reload()
  await unlock(page, demo.pin)
  await expect
    .poll(async () => Number((await mine()).claims[0]?.ready ?? 0), { timeout: 90_000 })
    .toBeGreaterThan(0)
  const [claim] = (await mine()).claims
  const amount = Number(claim?.ready).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  })

  await test.step('the rewards tab and the dashboard lead to what is ready', async () => {
    await navigateInApp(page, DASHBOARD)
    await expect(page.getByText(/USDS ready\. One tap/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Claim', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Rewards to claim' })).toBeVisible()
    await navigateInApp(page, '/rewards')
    await page.getByRole('link', { name: `${amount} USDS ready` }).click()
    await expect(page.getByText('ready for you')).toBeVisible()
    await expect(page.getByText('No fee. We pay the network.')).toBeVisible()
    await expect(page.getByText(/^Round \d, /)).toHaveCount(claim?.rounds.length ?? 0)
    await checkScreen('ready')
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, '/rewards/claims')
    await expect(page.getByText('받을 준비가 됐어요')).toBeVisible()
    await checkScreen('ready-ko')
    await chooseLanguage(page, 'English')
    await navigateInApp(page, '/rewards/claims')
  })

  await test.step('one tap claims, and the way to the wallet is shown', async () => {
    await page.getByRole('button', { name: `Claim ${amount} USDS` }).click()
    await expect(page.getByText('on its way to your wallet')).toBeVisible()
    await expect(page.getByText('Claim received')).toBeVisible()
    await checkScreen('claiming')
    await expect
      .poll(async () => (await mine()).claims[0]?.paid?.amount ?? null, { timeout: 60_000 })
      .toBe(claim?.ready)
    await expect(page.getByText('in your wallet', { exact: true })).toBeVisible()
    await checkScreen('paid')
    await page.getByRole('link', { name: 'View transaction' }).click()
    await expect(page).toHaveURL(/\/wallet\/history\/0x/)
  })
})
