import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { readSecret } from '../../apps/web/src/vault/secret.ts'
import { PIN } from './members.ts'
import { enterPin } from './pin.ts'
import { type DeviceContent, findTraces } from './secret-traces.ts'

export const ETH_CHAIN = 31337
export const BNB_CHAIN = 31338

/** Only prevents hanging, because the machine may be busy. */
const PATIENT = { timeout: 60_000 }

/** Shows the words, reads them and hides them again. */
export async function readWords(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Show the words' }).click()
  await expect(page.getByRole('button', { name: 'Hide the words' })).toBeVisible(PATIENT)
  const words = await page.locator('ol li > :nth-child(2)').allInnerTexts()
  await page.getByRole('button', { name: 'Hide the words' }).click()
  await expect(page.getByRole('button', { name: 'Show the words' })).toBeVisible(PATIENT)
  return words
}

/** Creates a wallet from the first screen of /wallet/create/, with the PIN. */
export async function createWallet(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Create a new wallet' }).click()
  const words = await readWords(page)
  await page.getByRole('button', { name: 'I wrote them down' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  // Sealing the wallet stretches the PIN, and the gallery has only the default timeout.
  await expect(page.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible(PATIENT)
  return words
}

export async function answerQuiz(page: Page, words: readonly string[]): Promise<void> {
  const fields = page.getByRole('textbox', { name: /^Word \d+$/ })
  await expect(fields).toHaveCount(3, PATIENT)
  for (const field of await fields.all()) {
    const id = await field.getAttribute('id')
    const label = await page.locator(`label[for="${id}"]`).innerText()
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Check' }).click()
}

type Order =
  | { mine: number }
  | { rollBack: number; requeue?: boolean }
  | { stall: boolean }
  | { fault: object | null; method?: string }
  | { fund: string; native?: string; token?: string }

/** Controls a local chain: it can mine, stall, drop transactions or return false results. */
export async function orderChain(
  request: APIRequestContext,
  chainId: number,
  order: Order,
): Promise<void> {
  const reply = await request.post(`/dev/chains/${chainId}`, { data: order })
  if (!reply.ok()) throw new Error(`The chain returned ${reply.status()}: ${await reply.text()}`)
}

/** Returns everything that the page may have stored on the device. */
async function dumpStorage(page: Page): Promise<DeviceContent> {
  return page.evaluate(async () => {
    const parts: unknown[] = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      document.documentElement.outerHTML,
    ]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('Opening the database failed')))
      })
      for (const store of database.objectStoreNames) {
        const content = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error('Opening the store failed')))
        })
        parts.push(content)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // Built files are the same on every device and contain the complete word list.
        const isBuilt = new URL(request.url).pathname.startsWith('/assets/')
        const kept = isBuilt ? undefined : await cache.match(request)
        parts.push([request.url, await kept?.text()])
      }
    }
    const arrays: string[] = []
    // In JSON a typed array becomes a list of numbers, and a buffer is lost.
    const text = JSON.stringify(parts, (_, value: unknown) => {
      const isView = ArrayBuffer.isView(value)
      if (!isView && !(value instanceof ArrayBuffer)) return value
      const bytes = isView
        ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        : new Uint8Array(value)
      arrays.push(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
      return `bytes ${arrays.length}`
    })
    return { text, bytes: arrays.join(' '), shown: document.body.textContent ?? '' }
  })
}

/**
 * Checks that no wallet secret and no PIN remains on the device, in its requests or in its logs.
 */
export async function expectNoSecrets(
  page: Page,
  secret: readonly string[] | string,
  otherText = '',
): Promise<void> {
  const phrase = typeof secret === 'string' ? secret : secret.join(' ')
  const { privateKey } = readSecret(phrase)
  const left = await dumpStorage(page)
  const words = typeof secret === 'string' ? [] : secret
  const searched = { privateKey, words, pin: PIN }
  expect(findTraces({ ...left, text: `${left.text} ${otherText}` }, searched)).toEqual([])
}

/** Goes from the first screen of sending to the PIN prompt. */
export async function sendTo(page: Page, to: string, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'To' }).fill(to)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
}

/** Returns the value that the app's database stores under a key. */
export async function readStored(page: Page, key: string): Promise<unknown> {
  return page.evaluate(async (storedKey) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('app-wallet')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('Opening the database failed')))
    })
    const value = await new Promise<unknown>((resolve, reject) => {
      const request = database.transaction('kv').objectStore('kv').get(storedKey)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('Reading the value failed')))
    })
    database.close()
    return value
  }, key)
}

/** Returns the stores of the app's database. */
export async function readStores(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('app-wallet')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('Opening the database failed')))
    })
    const names = [...database.objectStoreNames]
    database.close()
    return names
  })
}

/** Writes bytes into the app's database, as only a bug would. */
export async function plantBytes(page: Page, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    async (planted) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('app-wallet')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('Opening the database failed')))
      })
      await new Promise<void>((resolve, reject) => {
        const change = database.transaction('kv', 'readwrite')
        change.objectStore('kv').put({ key: Uint8Array.from(planted) }, 'planted')
        change.addEventListener('complete', () => resolve())
        change.addEventListener('error', () => reject(new Error('Writing the value failed')))
      })
      database.close()
    },
    [...bytes],
  )
}

/**
 * Adds another wallet to the page's browser, which knows none of our networks, and records its
 * requests.
 */
export function addOtherWallet(page: Page) {
  return page.evaluateHandle(() => {
    const calls: { method: string; params: { rpcUrls?: string[] }[] }[] = []
    const request = async (call: (typeof calls)[number]) => {
      calls.push(call)
      if (calls.length === 1) throw Object.assign(new Error('Unknown chain'), { code: 4902 })
    }
    Object.assign(window, { ethereum: { request } })
    return calls
  })
}
