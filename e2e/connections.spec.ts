import type { Page } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage, verifyTypedData } from 'viem'
import type { Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { startLocalRelay } from '../apps/web/test/local-relay.ts'
import type { LocalRelay } from '../apps/web/test/local-relay.ts'
import { openSite } from '../apps/web/test/site-client.ts'
import { startServer } from '../tools/server.ts'
import { expect, test as base } from './support/fixtures.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { enterAndStayLoggedIn as enter } from './support/log-in.ts'
import { PIN } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin, unlock } from './support/pin.ts'
import { ETH_CHAIN, createWallet } from './support/wallet-steps.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const MARKET = 'https://market.example'
const CHAIN = `eip155:${ETH_CHAIN}`

const ASKED = {
  eip155: {
    chains: [CHAIN, 'eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sign'],
    events: ['accountsChanged'],
  },
}

/** A server whose members connect sites through a relay on this machine. */
const test = base.extend<object, { relay: LocalRelay }>({
  relay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const relay = await startLocalRelay()
      await use(relay)
      await relay.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ relay }, use) => {
      const server = await startServer({
        WALLETCONNECT_RELAY_URL: relay.url,
        WALLETCONNECT_PROJECT_ID: 'solstice-test',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

type Site = Awaited<ReturnType<typeof openSite>>

/** Lets a site ask for a connection, and gives its code to the app. */
async function pair(page: Page, site: Site, optionalNamespaces: typeof ASKED = ASKED) {
  const { uri = '', approval } = await site.connect({ optionalNamespaces })
  // A refusal is read later.
  const outcome = approval().catch((cause: unknown) => cause as { code?: number })
  await page.getByRole('textbox', { name: 'Connection link' }).fill(uri)
  await page.getByRole('button', { name: 'Connect a site' }).click()
  return { outcome }
}

async function connect(page: Page, site: Site): Promise<string> {
  const { outcome } = await pair(page, site)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
  return ((await outcome) as { topic: string }).topic // It was approved.
}

function ask(site: Site, topic: string, method: string, params: unknown[]) {
  const answer = site.request<Hex>({ topic, chainId: CHAIN, request: { method, params } })
  // A refusal is a rejection, which the test reads later.
  return { answer: answer.catch((cause: unknown) => cause as { code: number; message: string }) }
}

/** The message of a site that uses a published library. */
function signInText(address: Hex, domain = 'market.example'): string {
  return createSiweMessage({
    address,
    domain,
    uri: `https://${domain}/login`,
    statement: 'Welcome to Aurora Market.',
    version: '1',
    chainId: ETH_CHAIN,
    nonce: 'a1b2c3d4e5',
  })
}

const hexOf = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`

async function openFundedWallet(page: Page): Promise<void> {
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })
}

test('a member connects a site, signs in, sends a transaction and signs data through the relay', async ({
  page,
  relay,
  server,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host))
  const foreign: string[] = []
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(server.url).host) foreign.push(host)
  })
  const member = await newMember()
  await enter(page, member)
  await openFundedWallet(page)
  const { ethAddress } = await member.api.call('wallet.info')
  const address = ethAddress as Hex // The wallet is registered.
  const site = await openSite(relay.url, { url: MARKET })

  await test.step('nothing is sent before the member opens the connections', async () => {
    await expect(page.getByText('Use your wallet on other sites')).toBeVisible()
    expect(sockets).toEqual([])
  })

  await page.getByRole('link', { name: /Connected sites/ }).click()
  await expect(page.getByText('No connected sites')).toBeVisible()
  await checkScreen('empty')
  const { outcome } = await pair(page, site)
  await expect(page.getByRole('heading', { name: 'Connect to this site?' })).toBeVisible()
  await expect(page.getByText('market.example', { exact: true })).toBeVisible()
  await expect(page.getByText('Never allowed: eth_sign', { exact: true })).toBeVisible()
  await checkScreen('proposal')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const { topic, namespaces } = (await outcome) as Awaited<
    ReturnType<Awaited<ReturnType<Site['connect']>>['approval']>
  > // It was approved.
  expect(namespaces['eip155']).toMatchObject({
    chains: [CHAIN],
    accounts: [`${CHAIN}:${address}`],
  })
  expect(new Set(sockets)).toEqual(new Set([new URL(relay.url).host]))

  await test.step('the session survives a reload', async () => {
    await page.reload()
    await unlock(page, PIN)
    await expect(page.getByText('market.example', { exact: true })).toBeVisible()
    await site.ping({ topic })
  })

  await test.step('a sign-in is verified outside the product', async () => {
    const message = signInText(address)
    const { answer } = ask(site, topic, 'personal_sign', [hexOf(message), address])
    await expect(page.getByRole('heading', { name: 'Sign in to market.example?' })).toBeVisible()
    await checkScreen('sign-in')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    const signature = (await answer) as Hex // It was approved.
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
    await expect(page.getByText(/^Last used /)).toBeVisible()
  })

  await test.step('a transaction is mined on its network', async () => {
    const value = parseEther('0.01')
    const transaction = { from: address, to: FRIEND, value: `0x${value.toString(16)}` }
    const { answer } = ask(site, topic, 'eth_sendTransaction', [transaction])
    await expect(page.getByRole('heading', { name: 'Send this transaction?' })).toBeVisible()
    await expect(page.getByText('−0.01 ETH')).toBeVisible()
    await expect(page.getByText('To', { exact: true })).toBeVisible()
    await checkScreen('transaction')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    const hash = (await answer) as Hex // It was approved.
    const node = createPublicClient({ transport: http(`${server.url}/rpc/${ETH_CHAIN}`) })
    const receipt = await node.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    const sent = await node.getTransaction({ hash })
    expect({ to: sent.to, value: sent.value }).toEqual({ to: FRIEND.toLowerCase(), value })
  })

  await test.step('a reload while a transaction is sent does not offer it again', async () => {
    const sending = Promise.withResolvers<void>()
    await page.route('**/rpc/**', async (route) => {
      if (!route.request().postData()?.includes('eth_sendRawTransaction')) return route.continue()
      sending.resolve()
    })
    const { answer } = ask(site, topic, 'eth_sendTransaction', [
      { from: address, to: FRIEND, value: '0x1' },
    ])
    await expect(page.getByRole('heading', { name: 'Send this transaction?' })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    await sending.promise
    await page.reload()
    await page.unroute('**/rpc/**')
    await unlock(page, PIN)
    await expect(
      page.getByRole('heading', { name: 'This may already have been sent' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toHaveCount(0)
    await checkScreen('interrupted')
    await page.getByRole('button', { name: 'OK' }).click()
    expect(await answer).toMatchObject({ code: -32_603 })
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
  })

  await test.step('typed data is verified outside the product', async () => {
    const data = {
      domain: { name: 'Market', version: '1', chainId: ETH_CHAIN, verifyingContract: FRIEND },
      types: {
        Offer: [
          { name: 'item', type: 'string' },
          { name: 'price', type: 'uint256' },
        ],
      },
      primaryType: 'Offer',
      message: { item: 'Lantern', price: '25' },
    } as const
    const { answer } = ask(site, topic, 'eth_signTypedData_v4', [address, JSON.stringify(data)])
    await expect(page.getByRole('heading', { name: 'Sign this data?' })).toBeVisible()
    await expect(page.getByText('Lantern')).toBeVisible()
    await expect(page.getByText(/^Your limits for market\.example can’t be applied/)).toBeVisible()
    await checkScreen('typed-data')
    await page.getByRole('checkbox', { name: /sign it without limits/ }).check()
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, PIN)
    const signature = (await answer) as Hex // It was approved.
    const message = { ...data.message, price: 25n }
    expect(await verifyTypedData({ ...data, message, address, signature })).toBe(true)
  })

  await test.step('the member disconnects the site', async () => {
    const gone = new Promise((resolve) => site.once('session_delete', resolve))
    await page.getByRole('button', { name: /market\.example/ }).click()
    await checkScreen('site')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('No connected sites')).toBeVisible()
    await gone
  })
  expect(foreign).toEqual([])
})

test('refuses or warns about foreign networks, foreign domains, too much value, repeated requests and look-alike sites', async ({
  page,
  relay,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const member = await newMember()
  await enter(page, member)
  await openFundedWallet(page)
  const { ethAddress } = await member.api.call('wallet.info')
  const address = ethAddress as Hex // The wallet is registered.
  await navigateInApp(page, '/wallet/connections')
  const site = await openSite(relay.url, { url: MARKET })
  const hide = () => page.getByRole('button', { name: 'Hide' }).click()
  const expectRefused = async (text: RegExp) => {
    await expect(page.getByRole('alert')).toContainText(text)
    await hide()
  }

  await test.step('a network of others', async () => {
    const { outcome } = await pair(page, site, {
      eip155: { ...ASKED.eip155, chains: ['eip155:1'] },
    })
    expect(await outcome).toMatchObject({ code: 5100 })
    await expect(page.getByRole('alert')).toContainText('a network that Solstice doesn’t support')
    await checkScreen('refused')
    await hide()
  })

  const topic = await connect(page, site)
  // The requests of a minute are counted, so that a slow machine must not spread them over two.
  await page.clock.setFixedTime(Date.now())
  await test.step('a text that is no sign-in, and a sign-in to another site', async () => {
    const hidden = ask(site, topic, 'personal_sign', [hexOf('Send me everything'), address])
    expect(await hidden.answer).toMatchObject({ code: 4100 })
    await expectRefused(/isn’t a sign-in/)
    const stolen = signInText(address, 'bank.example')
    const { answer } = ask(site, topic, 'personal_sign', [hexOf(stolen), address])
    expect(await answer).toMatchObject({ code: 4100 })
    await expectRefused(/sign in to a different site/)
  })

  await test.step('a request that the relay delivers twice is shown and answered once', async () => {
    const text = hexOf(signInText(address))
    const { answer } = ask(site, topic, 'personal_sign', [text, address])
    await expect(page.getByRole('heading', { name: 'Sign in to market.example?' })).toBeVisible()
    await page.getByRole('button', { name: 'Refuse' }).click()
    expect(await answer).toMatchObject({ code: 4001 })
    const sent = relay.published.findLast(({ tag, topic: of }) => tag === 1108 && of === topic)
    const before = relay.published.length
    if (sent) relay.repeat(sent)
    await expectRefused(/the same request twice/)
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
    expect(relay.published).toHaveLength(before)
  })

  await test.step('more than the limit of a day', async () => {
    const value = `0x${parseEther('0.24').toString(16)}`
    await page.getByRole('button', { name: /market\.example/ }).click()
    await page.getByText('$100', { exact: true }).click()
    await expect(page.getByRole('radio', { name: '$100', exact: true })).toBeChecked()
    await page.keyboard.press('Escape')
    const { answer } = ask(site, topic, 'eth_sendTransaction', [
      { from: address, to: FRIEND, value },
    ])
    await expect(page.getByText('Over your limit for this site')).toBeVisible()
    await checkScreen('over-limit')
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Refuse' }).click()
    expect(await answer).toMatchObject({
      code: -32_005,
      message: 'Over the limit that the user set for this site.',
    })
  })

  await test.step('too many requests, and any request while paused', async () => {
    await page.getByRole('button', { name: /market\.example/ }).click()
    await page.getByText('3', { exact: true }).click()
    await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
    await page.keyboard.press('Escape')
    const eager = ask(site, topic, 'personal_sign', [hexOf(signInText(address)), address])
    expect(await eager.answer).toMatchObject({ code: -32_005 })
    await expectRefused(/too many requests/)
    await page.getByRole('button', { name: /market\.example/ }).click()
    await page.getByText('Pause', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Paused')).toBeVisible()
    const paused = ask(site, topic, 'personal_sign', [hexOf(signInText(address)), address])
    expect(await paused.answer).toMatchObject({ code: -32_005 })
    await expectRefused(/You paused this site/)
  })

  await test.step('a site whose name imitates a connected one', async () => {
    const fake = await openSite(relay.url, {
      name: 'Aurora Market again',
      url: 'https://rnarket.example',
    })
    const { outcome } = await pair(page, fake)
    await expect(
      page.getByText('Careful: this looks like market.example', { exact: true }),
    ).toBeVisible()
    await checkScreen('look-alike')
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Don’t connect' }).click()
    expect(await outcome).toMatchObject({ code: 5000 })
  })

  await test.step('the screens are available in Korean', async () => {
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, '/wallet/connections')
    await expect(page.getByText('일시 중지됨')).toBeVisible()
    await checkScreen('list-ko')
    const { uri = '', approval } = await site.connect({ optionalNamespaces: ASKED })
    const outcome = approval().catch((cause: unknown) => cause)
    await page.getByRole('textbox', { name: '연결 링크' }).fill(uri)
    await page.getByRole('button', { name: '사이트 연결하기' }).click()
    await expect(page.getByRole('heading', { name: '이 사이트와 연결할까요?' })).toBeVisible()
    await checkScreen('proposal-ko')
    await page.getByRole('button', { name: '연결하지 않기' }).click()
    expect(await outcome).toMatchObject({ code: 5000 })
  })
})

base(
  'without a relay nothing about connections is shown, requested or allowed',
  async ({ page, newMember }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const member = await newMember()
    await enter(page, member)
    await openFundedWallet(page)
    await expect(page.getByText('Connected sites')).toHaveCount(0)

    await page.goto('/wallet/connections')
    await unlock(page, PIN)
    await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/wallet')
    const policy = (await page.request.get('/wallet')).headers()['content-security-policy']
    expect(policy).not.toMatch(/wss?:/)
    expect(sockets).toEqual([])
    expect(loaded.filter((path) => /connections-|use-connections/.test(path))).toEqual([])
  },
)
