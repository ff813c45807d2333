import type { Page } from '@playwright/test'
import { createSiweMessage } from 'viem/siwe'
import type { Address } from 'viem'
import type { LocalRelay } from '../../apps/web/test/local-relay.ts'
import { openSite } from '../../apps/web/test/site-client.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { ETH_CHAIN } from '../support/wallet-steps.ts'
import { submit } from './visitor.ts'

export const CONNECTION_SCREENS = [
  'connections-empty',
  'connections-proposal',
  'connections-look-alike',
  'connections-failed',
  'connections-list',
  'connections-site',
  'connections-refused',
  'connections-sign-in',
  'connections-expired',
  'connections-transaction',
  'connections-over-limit',
  'connections-typed-data',
  'connections-permit',
  'connections-queue',
] as const

type Take = (name: (typeof CONNECTION_SCREENS)[number]) => Promise<void>
type Site = Awaited<ReturnType<typeof openSite>>

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const HOST = 'market.example'
const CHAIN = `eip155:${ETH_CHAIN}`
const OFFERED = {
  eip155: {
    chains: [CHAIN, 'eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sign'],
    events: ['accountsChanged'],
  },
}

const LABEL = {
  connect: /^(Connect|연결하기)$/,
  dontConnect: /^(Don’t connect|연결하지 않기)$/,
  refuse: /^(Refuse|거절하기)$/,
  hide: /^(Hide|닫기)$/,
  done: /^(OK|확인)$/,
}
const HEADING = {
  list: /^(Connections|연결된 사이트)$/,
  proposal: /^(Connect to this site\?|이 사이트와 연결할까요\?)$/,
  failed: /^(The site isn’t connected|사이트와 연결하지 못했어요)$/,
  signIn: /^(Sign in to |.*로그인할까요)/,
  expired: /^(This request has expired|만료된 요청이에요)$/,
  transaction: /^(Send this transaction|이 거래를 보낼까요)/,
  typedData: /^(Sign this data|이 데이터에 서명할까요)/,
}

/** Captures the connections of a member with a wallet, by sites that use the published client. */
export async function tourConnections(page: Page, relay: LocalRelay, take: Take): Promise<void> {
  const press = (name: RegExp) => page.getByRole('button', { name }).click()
  const shown = (name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const market = await openSite(relay.url, { url: `https://${HOST}` })

  async function propose(site: Site) {
    const { uri = '', approval } = await site.connect({ optionalNamespaces: OFFERED })
    // A refusal is a rejection, which this tour does not need.
    const outcome = approval().catch(() => undefined)
    await page.locator('form textarea').fill(uri)
    await submit(page, 'textarea')
    await shown(HEADING.proposal)
    return { outcome }
  }

  await navigateInApp(page, '/wallet/connections')
  await shown(HEADING.list)
  await take('connections-empty')
  const { outcome } = await propose(market)
  await take('connections-proposal')
  await press(LABEL.connect)
  await shown(HEADING.list)
  const session = await outcome
  const account = session?.namespaces['eip155']?.accounts[0] ?? ''
  const address = account.slice(CHAIN.length + 1) as Address // The wallet offers its account.
  const ask = (method: string, params: unknown[]) =>
    void market
      .request({ topic: session?.topic ?? '', chainId: CHAIN, request: { method, params } })
      .catch(() => undefined)
  await page.getByText(HOST, { exact: true }).waitFor()
  await take('connections-list')
  await page.getByRole('button', { name: HOST }).click()
  await page.getByRole('dialog').waitFor()
  await take('connections-site')
  await page.keyboard.press('Escape')

  const fake = await openSite(relay.url, { url: 'https://rnarket.example' })
  await propose(fake)
  await take('connections-look-alike')
  await press(LABEL.dontConnect)
  await shown(HEADING.list)
  const silent = await openSite(relay.url, { name: 'Lanterns', url: 'https://lanterns.example' })
  await propose(silent)
  await silent.core.relayer.transportClose()
  await press(LABEL.connect)
  await shown(HEADING.failed)
  await take('connections-failed')
  await press(LABEL.done)
  await shown(HEADING.list)

  ask('personal_sign', [`0x${Buffer.from('Give me everything').toString('hex')}`, address])
  await page.getByRole('alert').waitFor()
  await take('connections-refused')
  await press(LABEL.hide)

  const signIn = (changed: Partial<Parameters<typeof createSiweMessage>[0]> = {}) =>
    ask('personal_sign', [
      createSiweMessage({
        address,
        domain: HOST,
        uri: `https://${HOST}/login`,
        statement: 'Welcome to Aurora Market. By signing you accept the rules of the market.',
        version: '1',
        chainId: ETH_CHAIN,
        nonce: 'a1b2c3d4e5',
        requestId: 'visit-4711',
        resources: [`https://${HOST}/rules`, `https://${HOST}/privacy?version=2027-06`],
        ...changed,
      }),
      address,
    ])
  signIn()
  await shown(HEADING.signIn)
  await page.locator('details').last().locator('summary').click()
  await take('connections-sign-in')
  await press(LABEL.refuse)
  await shown(HEADING.list)
  signIn({ expirationTime: new Date(Date.now() + 5000) })
  await shown(HEADING.expired)
  await take('connections-expired')
  await press(LABEL.done)

  const send = (value: bigint) =>
    ask('eth_sendTransaction', [{ from: address, to: FRIEND, value: `0x${value.toString(16)}` }])
  send(10n ** 16n)
  await shown(HEADING.transaction)
  await take('connections-transaction')
  await press(LABEL.refuse)
  await shown(HEADING.list)
  send(24n * 10n ** 16n)
  await shown(HEADING.transaction)
  await take('connections-over-limit')
  await press(LABEL.refuse)
  await shown(HEADING.list)

  const typedData = (primaryType: string, fields: object[], message: object) =>
    ask('eth_signTypedData_v4', [
      address,
      {
        domain: {
          name: 'Aurora Market',
          version: '1',
          chainId: ETH_CHAIN,
          verifyingContract: FRIEND,
        },
        types: { [primaryType]: fields },
        primaryType,
        message,
      },
    ])
  const offer = () =>
    typedData(
      'Offer',
      [
        { name: 'item', type: 'string' },
        { name: 'price', type: 'uint256' },
      ],
      { item: 'Lantern', price: '25' },
    )
  offer()
  await shown(HEADING.typedData)
  await take('connections-typed-data')
  await press(LABEL.refuse)
  await shown(HEADING.list)
  typedData(
    'Permit',
    [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    {
      owner: address,
      spender: FRIEND,
      value: String(2n ** 256n - 1n),
      nonce: '0',
      deadline: '9999999999',
    },
  )
  await shown(HEADING.typedData)
  await take('connections-permit')
  await press(LABEL.refuse)
  await shown(HEADING.list)

  send(10n ** 15n)
  await shown(HEADING.transaction)
  offer()
  await page.getByText(/1 more request|요청이 1개 더/).waitFor()
  await take('connections-queue')
}
