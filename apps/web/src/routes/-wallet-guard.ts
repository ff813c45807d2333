import { Code } from '@solstice/contract/codes'
import { usersEndpoints } from '@solstice/contract/users.endpoints'
import type { Visit } from '#/features/auth/guard.ts'
import { useAuth } from '#/features/auth/store.ts'
import {
  findPasskeyOf,
  forgetPasskeyState,
  noteHidden,
  noteVisible,
} from '#/features/passkey/store.ts'
import { activateWallet, findLocalWallet, wipeDevice } from '#/features/wallet/device.ts'
import { forgetWalletState, unlessWalletChanges, useWallet } from '#/features/wallet/store.ts'
import { createTruthCheck } from '#/features/wallet/truth-check.ts'
import type { ServerAnswer } from '#/features/wallet/truth.ts'
import { ApiError } from '#/lib/api-error.ts'
import { call } from '#/lib/api.ts'
import { DeviceKey, eraseDevice, writeDevice } from '#/lib/device-database.ts'
import { loadTexts, translate } from '#/lib/i18n.ts'
import { noteLinkedAccount } from '#/lib/linked-account.ts'
import { onSignOut } from '#/lib/sign-out.ts'
import { StorageKey, sessionMemory } from '#/lib/storage.ts'
import { showToast } from '#/lib/toast.ts'

const EXEMPT = /^\/(wallet(\/import(-guide)?)?|pin\/.*)$/

export const truthCheck = createTruthCheck({
  ask: askServer,
  // A device without a database has no wallet; that alone never deletes anything.
  findLocal: (userId) => findLocalWallet(userId).catch(() => undefined),
  activate: activateWallet,
  dropPending: (userId) => eraseDevice(DeviceKey.wallet(userId)),
  note: async (seen) => {
    useWallet.setState(seen)
    const hasWallet = seen.server !== null && seen.local?.state === 'active'
    await noteLinkedAccount(seen.userId, { hasWallet }).catch(() => undefined)
  },
  now: () => performance.now(),
  unlessBusy: unlessWalletChanges,
})

let hasPassed = false
let hasToldNoAnswer = false
let linkedUserId: string | undefined

onSignOut(({ wipe }) => {
  if (wipe && linkedUserId !== undefined) void wipeDevice(linkedUserId)
  truthCheck.reset()
  forgetWalletState()
  forgetPasskeyState()
  hasPassed = false
  linkedUserId = undefined
})

// Away for long enough, a member with a passkey has to show it again.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') noteHidden(Date.now())
  else if (noteVisible(Date.now())) useAuth.getState().lock()
})

/** On entering: whose device this is now, and whether a passkey has to be shown first. */
export async function enterDevice(): Promise<void> {
  const { user } = useAuth.getState()
  if (!user || linkedUserId === user.id) return
  linkedUserId = user.id
  try {
    await writeDevice(DeviceKey.currentUser, user.id)
    await noteLinkedAccount(user.id, { email: user.email, name: user.name })
    if (await findPasskeyOf(user.id)) useAuth.getState().lock()
  } catch {
    // Without a database there is neither a wallet nor a passkey here; the account still works.
  }
}

/** The server-truth check of a visit: where to go instead, or nothing. */
export async function guardTruth(visit: Visit): Promise<string | undefined> {
  const { user, isDeleted, logout, forceLogout, stepOut } = useAuth.getState()
  if (!user || isDeleted || visit.isPreload) return undefined
  const result = await truthCheck.run(user.id)
  switch (result) {
    case 'pass':
      hasPassed = true
      hasToldNoAnswer = false
      return undefined
    case 'server-truth-need-import':
      hasPassed = true
      return redirectToImportOnce(user.id, visit)
    case 'server-truth-mismatch':
      await (await import('#/features/wallet/set-aside.ts')).setWalletAside(user.id, Date.now())
      await wipeDevice(user.id)
      await forceLogout()
      return '/auth/login'
    case 'server-truth-refused':
      await logout()
      return '/auth/login'
    case 'no-answer':
      // Nobody is sent away for a tunnel; but without any answer yet there is nothing to show.
      if (!hasPassed) {
        stepOut()
        return '/auth/login'
      }
      if (!hasToldNoAnswer) void tellNoAnswer()
      hasToldNoAnswer = true
      return undefined
  }
}

async function tellNoAnswer(): Promise<void> {
  await loadTexts('pin')
  showToast(translate('pin:problem.network'), { tone: 'attention' })
}

function redirectToImportOnce(userId: string, visit: Visit): string | undefined {
  const marker = `${StorageKey.importRedirectDone}_${userId}`
  if (EXEMPT.test(visit.pathname.replace(/\/+$/, '')) || sessionMemory.getItem(marker) === 'true')
    return undefined
  sessionMemory.setItem(marker, 'true')
  return '/wallet'
}

async function askServer(): Promise<ServerAnswer> {
  try {
    const { walletAddress } = await call(usersEndpoints['users.profile'], {})
    // Only what was said outright counts.
    return walletAddress === null || typeof walletAddress === 'string'
      ? { kind: 'said', walletAddress }
      : { kind: 'none' }
  } catch (cause) {
    return { kind: isRefusal(cause) ? 'refused' : 'none' }
  }
}

function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    cause.code !== undefined &&
    cause.status >= 400 &&
    cause.status < 500 &&
    cause.code !== Code.TOO_MANY_REQUESTS
  )
}
