import { redirect } from '@tanstack/react-router'
import { translate } from '#/lib/i18n.ts'
import { earlierResetStep, readReset } from '#/features/auth/reset-draft.ts'
import type { ResetStep } from '#/features/auth/reset-draft.ts'
import { showToast } from '#/lib/toast.ts'

/** Redirects to a step that was skipped. */
export function requireResetStep(step: ResetStep, isPreload: boolean): void {
  const earlier = earlierResetStep(readReset(), step)
  if (!earlier) return
  if (step === 'verification' && !isPreload) {
    showToast(translate('auth:verification.emailNotFound'), { tone: 'attention' })
  }
  // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
  throw redirect({ to: earlier, replace: true })
}
