import { verifyMessage, verifyTypedData } from 'ethers'
import { expect } from 'vitest'
import { parseSignIn } from '@solstice/rules/connection/sign-in'
import { parseTypedData } from '../../apps/web/src/features/wallet/review/typed-data.ts'
import type { VaultWallet } from './vault-wallet.ts'

/** Signs in to a site (EIP-4361), and lets the outside client read who did. */
export async function signInToSite(wallet: VaultWallet, chainId: number, now: Date): Promise<void> {
  const text = [
    'market.example wants you to sign in with your Ethereum account:',
    wallet.address,
    '',
    'Welcome to Aurora Market.',
    '',
    'URI: https://market.example/login',
    'Version: 1',
    `Chain ID: ${chainId}`,
    'Nonce: a1b2c3d4e5',
    `Issued At: ${now.toISOString()}`,
  ].join('\n')
  const read = parseSignIn(text)
  expect(read).toMatchObject({ domain: 'market.example', address: wallet.address, chainId })

  const signature = await wallet.signMessage({ message: text })

  expect(verifyMessage(text, signature)).toBe(wallet.address)
  const other = text.replace('a1b2c3d4e5', 'a1b2c3d4e6')
  expect(verifyMessage(other, signature)).not.toBe(wallet.address)
}

const OFFER = {
  Offer: [
    { name: 'item', type: 'Item' },
    { name: 'prices', type: 'uint256[]' },
    { name: 'note', type: 'string' },
  ],
  Item: [
    { name: 'name', type: 'string' },
    { name: 'id', type: 'bytes32' },
    { name: 'isNew', type: 'bool' },
  ],
}

/** Signs typed data of a site (EIP-712), and lets the outside client read who did. */
export async function signDataOfSite(wallet: VaultWallet, chainId: number): Promise<void> {
  const domain = { name: 'Aurora Market', version: '1', chainId, verifyingContract: wallet.address }
  const item = { name: 'Lantern', id: `0x${'5a'.repeat(32)}`, isNew: true }
  const message = { item, prices: ['25', String(2n ** 255n)], note: '등불' }
  const parsed = parseTypedData(
    JSON.stringify({ domain, types: OFFER, primaryType: 'Offer', message }),
  )
  if (!parsed.ok) throw new Error(parsed.problem)

  const signature = await wallet.signTypedData(parsed.view.signable)

  expect(verifyTypedData(domain, OFFER, message, signature)).toBe(wallet.address)
  const dearer = { ...message, prices: ['26', String(2n ** 255n)] }
  expect(verifyTypedData(domain, OFFER, dearer, signature)).not.toBe(wallet.address)
}
