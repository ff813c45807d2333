import type { PrivateKeyAccount } from 'viem/accounts'
import { indexHead } from '#/modules/explorer/chain-index.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import { aDeviceKey, type DeviceKey } from './device-key.ts'
import type { TestApp } from './test-app.ts'
import { signUpMember, type Browser } from './test-member.ts'
import { aWallet, chainOf, registerWallet, sendFrom } from './test-wallet.ts'

export type Account = Browser & { email: string; userId: number; wallet: PrivateKeyAccount }

type Plan = {
  size: number
  emailOf: (index: number) => string
  /** Accounts with the same number share a device key. */
  deviceOf: (index: number) => number
  ipOf: (index: number) => string
  /** True if one wallet sent the first coins to all of them. */
  isFunded: boolean
  /** True if the first account invited the others. */
  isStar: boolean
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Returns a name without digits, which belongs to no family of names. */
const nameOf = (one: number, two: number) =>
  [one, two].map((number) => `${LETTERS[number % 26]}${LETTERS[(number * 7 + 3) % 26]}`).join('')

export const FARM_PLANS = {
  STAR: {
    size: 12,
    emailOf: (index) => `starfarm+${index}@gmail.com`,
    deviceOf: () => 0,
    ipOf: () => '192.0.2.1',
    isFunded: false,
    isStar: true,
  },
  NUMBERED: {
    size: 9,
    emailOf: (index) => `worker-${index}@farm.example`,
    deviceOf: (index) => index,
    ipOf: () => '192.0.2.2',
    isFunded: true,
    isStar: false,
  },
  FUNDED: {
    size: 9,
    emailOf: (index) => `bought${nameOf(index, 1)}@mail.example`,
    deviceOf: (index) => index,
    ipOf: (index) => `198.51.100.${index + 1}`,
    isFunded: true,
    isStar: true,
  },
  PHONES: {
    size: 9,
    emailOf: (index) => `phone${nameOf(index, 2)}@mail.example`,
    deviceOf: (index) => Math.floor(index / 3),
    ipOf: () => '192.0.2.4',
    isFunded: true,
    isStar: true,
  },
} as const satisfies Record<string, Plan>

/** A family shares a device, a network, the first coins and an invitation. */
export const familyPlan = (number: number): Plan => ({
  size: 3,
  emailOf: (index) =>
    number % 5 === 0
      ? `family${nameOf(number, 0)}+${index}@gmail.com`
      : `family${nameOf(number, index + 4)}@home.example`,
  deviceOf: () => 0,
  ipOf: () => `203.0.113.${number + 1}`,
  isFunded: true,
  isStar: true,
})

/** Signs accounts up and registers a wallet for each, both through the API. */
export async function signUpAll(server: TestApp, plan: Plan): Promise<Account[]> {
  const devices = new Map<number, DeviceKey>()
  const accounts: Account[] = []
  let referralCode: string | undefined
  for (let index = 0; index < plan.size; index += 1) {
    const number = plan.deviceOf(index)
    const device = devices.get(number) ?? aDeviceKey()
    devices.set(number, device)
    const account = await signUpMember(server, {
      email: plan.emailOf(index),
      device,
      ip: plan.ipOf(index),
      referralCode,
    })
    const wallet = aWallet()
    await registerWallet(account, wallet)
    accounts.push({ ...account, wallet })
    if (plan.isStar && index === 0) {
      referralCode = (await account.call('referral.mine', {})).data?.referralCode
    }
  }
  if (plan.isFunded) await fund(server, accounts)
  return accounts
}

/** Sends coins from one account to all wallets on a chain, and indexes its blocks. */
async function fund(server: TestApp, accounts: readonly Account[]): Promise<void> {
  const chain = chainOf(server)
  const source = aWallet()
  await chain.faucet.send(source.address, { native: '1', token: '0' })
  await chain.control.mine(1)
  for (const { wallet } of accounts) {
    await sendFrom(source, chain, { to: wallet.address, value: 1n, gas: 21_000n })
  }
  await chain.control.mine(1)
  const network = await networkByChain(server.ctx, chain.network.chainId)
  if (!network) throw new Error('The chain has no network')
  await indexHead(server.ctx, network)
}
