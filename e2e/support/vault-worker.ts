import { type Page, type Worker, expect } from '@playwright/test'
import { navigateInApp } from './navigate-in-app.ts'

function vaultOf(page: Page): Worker {
  const worker = page.workers().find((each) => /\/assets\/worker-/.test(each.url()))
  if (!worker) throw new Error('The vault has not been started')
  return worker
}

/** Checks that code inside the vault's worker cannot call the page's own server. */
export async function expectNoNetworkInVault(page: Page): Promise<void> {
  const reply = await vaultOf(page).evaluate(() =>
    fetch('/healthz').then(
      (response) => response.status,
      () => 'refused',
    ),
  )
  expect(reply).toBe('refused')
}

/**
 * Checks that a crashed worker has lost the draft: the words cannot be shown, and a new wallet is
 * started.
 */
export async function expectLostDraftToRestart(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create a new wallet' })
  const ended = vaultOf(page).waitForEvent('close')
  await vaultOf(page).evaluate(() => {
    setTimeout(() => {
      throw new Error('The worker crashed')
    })
  })
  await ended
  await page.getByRole('button', { name: 'Show the words' }).click()
  await expect(page.getByRole('alert')).toHaveText('There’s no wallet on this phone.')
  await create.click()
}

/**
 * Checks that the phrase of an unfinished wallet is discarded with its screen, and a new one is
 * created.
 */
export async function expectDraftsToEnd(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create a new wallet' })
  expect(await requestDraft(page)).toBe('words')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => requestDraft(page)).toBe('no-wallet')
  await create.click()
  await navigateInApp(page, '/wallet')
  await expect.poll(() => requestDraft(page)).toBe('no-wallet')
  await page.getByRole('link', { name: 'Create wallet' }).click()
  await create.click()
}

/**
 * Requests the words of the draft from the worker like the page does, and returns its response
 * code.
 */
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
