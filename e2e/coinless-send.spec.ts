import { createWalletClient, defineChain, http, publicActions, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readSecret } from '../apps/web/src/vault/secret.ts'
import { ApiSession } from './support/api.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin, unlock } from './support/pin.ts'
import { expect, test } from './support/programme-server.ts'
import { createWallet, ETH_CHAIN, expectNoSecrets, orderChain } from './support/wallet-steps.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const GAS = 21_000n

test.use({ clockOf: 'coinless' })

/** Sends all coin of a wallet away, so that it can pay no fee. */
async function spendCoin(serverUrl: string, words: readonly string[]): Promise<void> {
  const { privateKey } = readSecret(words.join(' '))
  const account = privateKeyToAccount(toHex(privateKey))
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const url = `${serverUrl}/rpc/${ETH_CHAIN}`
  const rpcUrls = { default: { http: [url] } }
  const chain = defineChain({ id: ETH_CHAIN, name: 'local', nativeCurrency, rpcUrls })
  const client = createWalletClient({ account, chain, transport: http(url) }).extend(publicActions)
  const price = 4_000_000_000n
  const value = (await client.getBalance(account)) - GAS * price
  await client.sendTransaction({ to: FRIEND, value, gas: GAS, gasPrice: price })
  await expect.poll(() => client.getBalance(account)).toBe(0n)
}

test('a member without any coin sends tokens, reloads meanwhile, and finds the send in the history', async ({
  page,
  demo,
  server,
  goTo,
  request,
  checkScreen,
}) => {
  const api = new ApiSession(server.url)
  const review = async () => {
    await navigateInApp(page, '/wallet/send/')
    await page.getByRole('textbox', { name: /^(To|받는 사람)$/ }).fill(FRIEND)
    await page.getByRole('button', { name: /^(Continue|계속)/ }).click()
    const amount = page.getByRole('textbox', { name: /^(Amount|금액)/ })
    await expect(amount).toBeVisible()
    // The asset at first depends on the balances that were read so far, so that it is always chosen.
    await page.getByRole('button', { name: /^(ETH|USDS|tBNB)\b/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^USDS/ }).first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await amount.fill('20')
    await page.getByRole('button', { name: /^(Review|내용 확인)/ }).click()
  }
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)
  await expect(async () => {
    await orderChain(request, ETH_CHAIN, { mine: 1 })
    await navigateInApp(page, '/wallet')
    await expect(page.getByText('250 USDS', { exact: true }).first()).toBeVisible()
  }).toPass()

  await test.step('the pause after a new wallet is explained before anything is signed', async () => {
    await review()
    await expect(page.getByText(/Not available until .*on hold/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use it' })).toHaveCount(0)
  })

  await goTo(3, '12:00')
  const { email, password } = demo
  await api.call('auth.login', { body: { email, password } })
  await page.reload()
  await unlock(page, demo.pin)
  await spendCoin(server.url, words)

  await test.step('the review of a token send offers to pay the fee', async () => {
    await review()
    await expect(page.getByText('Not enough ETH for the network fee.')).toBeVisible()
    await expect(page.getByText('1 of 2 this month')).toBeVisible()
    await checkScreen('offer')
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(page.getByText('You have no ETH, and you don’t need any.')).toBeVisible()
    await expect(page.getByText('$0.00')).toBeVisible()
    await checkScreen('review')
  })

  await test.step('the signed send continues after a reload', async () => {
    // Nothing is mined until the end of the next step, so that the send stays under way.
    await orderChain(request, ETH_CHAIN, { stall: true })
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, demo.pin)
    await expect(page.getByText('Received by Solstice')).toBeVisible()
    await checkScreen('progress')
    await page.reload()
    await unlock(page, demo.pin)
    await expect(page).toHaveURL('/wallet/send/')
    await expect(page.getByText('Received by Solstice')).toBeVisible()
  })

  await test.step('the member may send something else meanwhile, and finds the send in the wallet', async () => {
    await page.getByRole('button', { name: 'Send something else' }).click()
    await expect(page.getByRole('textbox', { name: 'To' })).toBeVisible()
    const row = page.getByRole('button', { name: /^20 USDS to 0x71C4.*On its way/ })
    await expect(row).toBeVisible()
    await checkScreen('under-way')
    await review()
    await expect(
      page.getByText('Your last send with a paid fee is still on its way.'),
    ).toBeVisible()
    await navigateInApp(page, '/wallet')
    await row.click()
    await expect(page).toHaveURL('/wallet/send/')
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()
  })

  await test.step('the send arrives once', async () => {
    await orderChain(request, ETH_CHAIN, { stall: false })
    const stateAfterBlock = async () => {
      await orderChain(request, ETH_CHAIN, { mine: 1 })
      const { list } = await api.call('relay.sends', { query: {} })
      return list[0]?.state
    }
    await expect.poll(stateAfterBlock).toBe('DONE')
    await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible()
    await checkScreen('arrived')
    const { list } = await api.call('relay.sends', { query: {} })
    expect(list).toMatchObject([{ state: 'DONE', amount: '20', recipient: FRIEND }])
    await expectNoSecrets(page, words)
  })

  await test.step('the history shows the send', async () => {
    await page.getByRole('link', { name: 'Go to wallet' }).click()
    await navigateInApp(page, '/wallet/history/')
    await expect(page.getByText(/−20\s*USDS/).first()).toBeVisible()
  })

  await test.step('the second send of the month is offered in Korean', async () => {
    await chooseLanguage(page, '한국어')
    await review()
    await expect(page.getByText('이번 달 2회 중 2번째')).toBeVisible()
    await page.getByRole('button', { name: '사용하기' }).click()
    await expect(page.getByText('ETH 없이도 보낼 수 있어요.', { exact: false })).toBeVisible()
    await checkScreen('review-ko')
  })
})
