import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { DeleteConfirmScreen } from '#/features/account/delete-confirm-screen.tsx'
import { PasswordChangeScreen } from '#/features/auth/password-change-screen.tsx'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { isUnconfirmed, noteUnknown, startAttempt, useEndOnceSeen } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'

const CREDIT: Intent = ['credit', 3]
const DELETION: Intent = ['deletion']
const PASSWORD: Intent = ['password']
const back = { label: 'Back', onPress: () => {} }
const promptForPin = async () => undefined

const show = (children: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>)

/** Makes one attempt that gets no response. */
async function loseAnswer(intent: Intent): Promise<string> {
  const attempt = await startAttempt(intent, null)
  act(() => noteUnknown(attempt))
  return attempt.key
}

beforeEach(async () => {
  await startI18n()
  await loadTexts('account', 'auth')
})

test('does not show an unconfirmed deletion when the screen is opened again', async () => {
  await loseAnswer(DELETION)
  const nothing = () => {}
  show(
    <DeleteConfirmScreen
      back={back}
      email="sun@example.com"
      forfeited={undefined}
      promptForPin={promptForPin}
      onKeep={nothing}
      onDeleted={nothing}
      onLogIn={nothing}
    />,
  )
  expect(screen.queryByRole('alert')).toBeNull()

  await loseAnswer(DELETION)
  expect(screen.getByRole('alert').textContent).toContain('Your account may already be deleted.')
})

test('does not show an unconfirmed password change when the screen is opened again', async () => {
  await loseAnswer(PASSWORD)
  show(
    <PasswordChangeScreen
      back={back}
      pinToken="pin"
      email="sun@example.com"
      promptForPin={promptForPin}
    />,
  )
  expect(isUnconfirmed(PASSWORD)).toBe(false)
})

test('ends an unconfirmed order when the server returns it, and gives the next order a new key', async () => {
  const key = await loseAnswer(CREDIT)
  const { rerender } = renderHook(({ isSeen }) => useEndOnceSeen(CREDIT, isSeen), {
    initialProps: { isSeen: false },
  })
  expect(isUnconfirmed(CREDIT)).toBe(true)

  rerender({ isSeen: true })

  expect(isUnconfirmed(CREDIT)).toBe(false)
  expect((await startAttempt(CREDIT, null)).key).not.toBe(key)
})
