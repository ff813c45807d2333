import { type Page, type Worker, expect } from '@playwright/test'
import { goInside } from './go-inside.ts'

function vaultOf(page: Page): Worker {
  const worker = page.workers().find((each) => /\/assets\/worker-/.test(each.url()))
  if (!worker) throw new Error('The vault has not been started')
  return worker
}

/** Code inside the vault's worker calls the page's own server. */
export async function expectNoNetworkInVault(page: Page): Promise<void> {
  const reply = await vaultOf(page).evaluate(() =>
    fetch('/healthz').then(
      (response) => response.status,
      () => 'refused',
    ),
  )
  expect(reply).toBe('refused')
}

/** A worker that broke has lost the draft: the words cannot be shown, and a new wallet is begun. */
export async function expectLostDraftToRestart(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create a new wallet' })
  const ended = vaultOf(page).waitForEvent('close')
  await vaultOf(page).evaluate(() => {
    setTimeout(() => {
      throw new Error('The worker broke')
    })
  })
  await ended
  await page.getByRole('button', { name: 'Show the words' }).click()
  await expect(page.getByRole('alert')).toHaveText('There’s no wallet on this phone.')
  await create.click()
}

/** The phrase of a wallet that was not finished ends with its screen; then a new one is begun. */
export async function expectDraftsToEnd(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create a new wallet' })
  expect(await requestDraft(page)).toBe('words')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => requestDraft(page)).toBe('no-wallet')
  await create.click()
  await goInside(page, '/wallet')
  await expect.poll(() => requestDraft(page)).toBe('no-wallet')
  await page.getByRole('link', { name: 'Create wallet' }).click()
  await create.click()
}

/** Asks the worker for the words of its draft, as the page would, and returns its one-word answer. */
function requestDraft(page: Page): Promise<string> {
  return vaultOf(page).evaluate(
    () =>
      new Promise<string>((resolve) => {
        const scope = self as unknown as {
          postMessage: (reply: { id: number; ok: boolean; problem?: string }) => void
        }
        const post = scope.postMessage.bind(scope)
        scope.postMessage = (reply) => {
          if (reply.id !== -1) return post(reply)
          scope.postMessage = post
          resolve(reply.ok ? 'words' : (reply.problem ?? ''))
        }
        const data = { id: -1, action: 'draftWords', input: undefined }
        self.dispatchEvent(new MessageEvent('message', { data }))
      }),
  )
}
