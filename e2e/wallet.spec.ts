import { expect, test } from './support/fixtures.ts'
import { enterAndStayLoggedIn as enter } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN } from './support/members.ts'
import { enterPin } from './support/pin.ts'
import { pauseClock, settle } from './support/shell-page.ts'
import {
  expectDraftsToEnd,
  expectLostDraftToRestart,
  expectNoNetworkInVault,
} from './support/vault-worker.ts'
import {
  BNB_CHAIN,
  ETH_CHAIN,
  addOtherWallet,
  answerQuiz,
  expectNoSecrets,
  orderChain,
  readStores,
  readWords,
  sendTo,
} from './support/wallet-steps.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'

test('a member creates a wallet, is funded, sends coin and token, speeds up, cancels, and finds it all in the history', async ({
  page,
  request,
  newMember,
  checkScreen,
  shot,
  allowConsoleErrors,
}) => {
  test.setTimeout(600_000)
  // The vault's worker tries a network call, which its policy blocks.
  allowConsoleErrors(
    /violates the following Content Security Policy directive: "connect-src 'none'"/,
  )
  await page.clock.install()
  const member = await newMember()
  const bodies: string[] = []
  const logged: string[] = []
  page.on('request', (sent) => bodies.push(sent.postData() ?? ''))
  page.on('console', (message) => logged.push(message.text()))
  const requests: string[] = []
  page.on('request', (sent) => requests.push(`${sent.url()} ${sent.postData() ?? ''}`))
  const countRequests = (part: string | RegExp) =>
    requests.filter((each) => each.match(part)).length
  await enter(page, member)

  await navigateInApp(page, '/wallet')
  await checkScreen('empty')
  await page.getByRole('link', { name: 'Create wallet' }).click()
  await expect(page).toHaveURL('/wallet/create/')
  await checkScreen('create')

  // A press shows the words, and the app asks for three of them.
  await page.getByRole('button', { name: 'Create a new wallet' }).click()
  await page.getByRole('button', { name: 'I wrote them down' }).click()
  await expect(page.getByText('View the words first')).toBeVisible()
  await checkScreen('words-hidden')
  await expectNoNetworkInVault(page)

  await expectDraftsToEnd(page)
  await expectLostDraftToRestart(page)
  const words = await readWords(page)
  expect(words).toHaveLength(12)
  await page.getByRole('button', { name: 'Show the words' }).press('Enter')
  await expect(page.getByText(words[0] ?? '', { exact: true }).first()).toBeVisible()
  await checkScreen('words-shown')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(page.getByText(words[0] ?? '', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'I wrote them down' }).click()
  await answerQuiz(page, words.toReversed())
  await expect(page.getByRole('alert')).toContainText('One or more words are wrong')
  await checkScreen('quiz-wrong')
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  await checkScreen('ready')
  const registered = await member.api.call('wallet.info')
  await page.getByRole('link', { name: 'Go to wallet' }).click()

  // The faucet's funds arrive on both networks; prices, total and activity are shown.
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1.5 tBNB', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('250 USDS', { exact: true })).toHaveCount(2)
  await expect(page.getByText(/^\$3,\d{3}\.\d\d/).first()).toBeVisible()
  await checkScreen('home')
  await page.getByRole('button', { name: /BNB/ }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toHaveCount(0)
  await expect(page.getByText('1.5 tBNB', { exact: true })).toBeVisible({ timeout: 60_000 })
  const colours = await page
    .locator('[aria-label="Networks"] circle')
    .evaluateAll((dots) => dots.map((dot) => dot.getAttribute('fill')))
  expect(colours).toEqual(['#627EEA', '#F3BA2F'])

  await navigateInApp(page, '/home')
  await expect(page.getByText('Total balance')).toBeVisible()
  await checkScreen('home-card')
  await page.getByRole('link', { name: /Total balance/ }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()

  // Balances are fresh for 15 s: leaving the page and returning does not query the networks again.
  // The clock is stopped, so that balances neither become stale nor are polled meanwhile.
  await pauseClock(page)
  await settle(page)
  const balances = countRequests('eth_getBalance')
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await navigateInApp(page, '/home')
  await expect(page.getByText('Total balance')).toBeVisible()
  await page.getByRole('link', { name: /Total balance/ }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()
  await settle(page)
  expect(countRequests('eth_getBalance')).toBe(balances)
  await page.clock.resume()

  // Receive shows the own address and a payment code with an amount.
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await expect(
    page.getByRole('img', { name: `QR code for ${registered.ethAddress}` }),
  ).toBeVisible()
  // Another wallet in this browser that does not know the network is asked to add it and switch to
  // it.
  const other = await addOtherWallet(page)
  await page.getByRole('textbox', { name: 'Amount (optional)' }).fill('0.5')
  await checkScreen('receive')
  await page.getByRole('button', { name: 'Switch my other wallet to Solstice Local' }).click()
  await expect(page.getByText('Your other wallet is now on Solstice Local')).toBeVisible()
  const calls = await other.jsonValue()
  expect(calls.map(({ method }) => method)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ])
  expect(new URL(calls[1]?.params[0]?.rpcUrls?.[0] ?? '').host).toBe(new URL(page.url()).host)
  await page.getByRole('button', { name: 'Back' }).click()

  // Send a coin, from the review of the changes to the last confirmation.
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await checkScreen('send-to')
  await page.getByRole('textbox', { name: 'To' }).fill('0x1234')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a valid wallet address')
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('99')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('alert')).toContainText('You have 0.25 ETH')
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.05')
  await checkScreen('send-amount')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('First time you send to this address')).toBeVisible()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await expect(page.getByText(/^−0\.0500/)).toBeVisible()
  await checkScreen('send-review')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Jisoo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Confirm to change your address book.')).toBeVisible()
  await enterPin(page, PIN)
  await expect(page.getByText('To Jisoo')).toBeVisible()
  await orderChain(request, ETH_CHAIN, { stall: true })
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()
  await shot('send-progress')
  await orderChain(request, ETH_CHAIN, { stall: false })
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 60_000 })
  await checkScreen('send-done')
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('To Jisoo')).toBeVisible()

  // Send a token on the other network to a saved address; it is pending while its chain is stalled.
  await orderChain(request, BNB_CHAIN, { stall: true })
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: /Jisoo/ }).click()
  await page.getByRole('button', { name: /available/ }).click()
  await page.getByRole('button', { name: /USDS on .*BNB/ }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('−20 USDS')).toBeVisible()
  await expect(page.getByText('First time you send to this address')).toHaveCount(0)
  await checkScreen('send-token-review')
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await checkScreen('home-pending')

  // Speeding it up sends it again with a higher fee; only one of the two can succeed.
  await page.getByRole('link', { name: /Pending/ }).click()
  await expect(page.getByRole('status').getByText('Pending')).toBeVisible()
  await checkScreen('detail-pending')
  const first = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Speed up' }).click()
  const faster = page.getByRole('dialog', { name: 'Speed up this transfer?' })
  await expect(faster).toContainText('20 USDS')
  await expect(faster).toContainText('To Jisoo')
  await expect(faster).toContainText(FRIEND.slice(-4))
  await checkScreen('speed-up')
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('Sent. Whichever is confirmed first goes through.')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(first))
  await orderChain(request, BNB_CHAIN, { stall: false })
  await expect(page.getByRole('status').getByText('Done')).toBeVisible({ timeout: 60_000 })
  await checkScreen('detail-done')

  // Cancelling replaces a pending transfer: the amount is not spent.
  await orderChain(request, ETH_CHAIN, { stall: true })
  await navigateInApp(page, '/wallet/send/')
  await sendTo(page, FRIEND, '0.1')
  await enterPin(page, PIN)
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Cancel transfer' }).click()
  await checkScreen('cancel')
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('Sent. Whichever is confirmed first goes through.')).toBeVisible()
  await orderChain(request, ETH_CHAIN, { stall: false })
  await expect(page.getByRole('status').getByText('Done')).toBeVisible({ timeout: 60_000 })

  // The history lists everything by network and direction; the detail shows receipt, block and
  // transaction.
  await navigateInApp(page, '/wallet/history/')
  await expect(page.getByText('Cancellation')).toBeVisible()
  await expect(page.getByText('To Jisoo')).toHaveCount(2)
  await expect(page.getByText(/^From 0x/)).toHaveCount(4)
  await checkScreen('history')
  await page.getByRole('button', { name: 'Received', exact: true }).click()
  await expect(page.getByText('To Jisoo')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sent', exact: true }).click()
  await page.getByRole('button', { name: /BNB/ }).click()
  await expect(page.getByText('To Jisoo')).toHaveCount(1)
  const methods: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/rpc/'))
      methods.push(/"method":"(\w+)"/.exec(sent.postData() ?? '')?.[1] ?? '')
  })
  await page.getByRole('link', { name: /To Jisoo/ }).click()
  await expect(page.getByText('Confirmations')).toBeVisible()
  await expect(page.getByText('−20 USDS')).toBeVisible()
  await expect
    .poll(() => methods)
    .toEqual(
      expect.arrayContaining([
        'eth_getTransactionReceipt',
        'eth_getBlockByNumber',
        'eth_getTransactionByHash',
      ]),
    )

  // The networks and tokens were fetched only once; the explorer is called with its own parameters.
  expect(countRequests(/block\/networks /)).toBe(1)
  expect(countRequests(/block\/networks\/contracts/)).toBe(1)
  const explored = new URL(
    requests.find((each) => each.includes('action=txlist'))?.split(' ')[0] ?? '',
  )
  expect(Object.fromEntries(explored.searchParams)).toMatchObject({
    module: 'account',
    action: 'txlist',
    address: registered.ethAddress,
    startblock: '0',
    endblock: '999999999',
    sort: 'desc',
  })

  // A deletion requires the words; viewing them leads back to the check.
  await navigateInApp(page, '/more/delete-account')
  await page.getByText('I worry about my data').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Check my words' }).click()
  await page.getByRole('button', { name: 'See the words again' }).click()
  await expect(page.getByRole('button', { name: 'Show with PIN' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Check my words' })).toBeVisible()
  await expect(page).toHaveURL('/more/delete-account?step=wallet')

  // Reveal shows the same words; afterwards no trace of them remains.
  await navigateInApp(page, '/wallet/reveal-seed')
  await checkScreen('reveal')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)
  await checkScreen('reveal-hidden')

  // A minute without input hides them; a key press among them extends it by another minute.
  await pauseClock(page)
  await page.getByRole('button', { name: 'Show the words' }).click()
  const shown = page.getByRole('listitem', { name: `Word 1: ${words[0]}` })
  await page.clock.fastForward(50_000)
  await shown.press('Shift')
  await page.clock.fastForward(50_000)
  await expect(shown).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(shown).toHaveCount(0)

  // After the window loses focus, the words must be opened again.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(page.getByRole('button', { name: 'Show with PIN' })).toBeVisible()

  await expectNoSecrets(page, words, `${bodies.join(' ')} ${logged.join(' ')}`)
  const kept = await page.evaluate(() =>
    indexedDB.databases().then((all) => all.map(({ name, version }) => ({ name, version }))),
  )
  expect(kept).toContainEqual({ name: 'app-wallet', version: 1 })
  expect(await readStores(page)).toEqual(['kv'])
})
