import { usersEndpoints } from '@solstice/contract/users.endpoints'
import { withoutTrailing } from '@solstice/rules/text'
import type { SignOutReason } from '#/features/auth/create-auth-store.ts'
import type { Visit } from '#/features/auth/guard.ts'
import { useAuth } from '#/features/auth/store.ts'
import {
  findPasskeyOf,
  clearPasskeyState,
  noteHidden,
  noteVisible,
} from '#/features/passkey/store.ts'
import { normaliseAddress } from '#/features/wallet/address.ts'
import { markUnsubscribing } from '#/features/push/push-keys.ts'
import { activateWallet, findLocalWallet, unlinkDevice } from '#/features/wallet/device/device.ts'
import {
  clearWalletState,
  unlessWalletChanges,
  useWallet,
  whileChangingWallet,
} from '#/features/wallet/device/store.ts'
import { readAnswer } from '#/features/wallet/device/server-answer.ts'
import { createWalletCheck } from '#/features/wallet/device/wallet-check.ts'
import type { ServerAnswer } from '#/features/wallet/device/wallet-decision.ts'
import { call } from '#/lib/api.ts'
import { DeviceKey, writeDevice } from '#/lib/device-database.ts'
import { translate } from '#/lib/i18n.ts'
import { clearIdentity, noteLinkedAccount } from '#/lib/linked-account.ts'
import { onSignOut, runSignOutTasks } from '#/lib/sign-out.ts'
import {
  StorageKey,
  deviceStorage,
  deleteMemberData,
  memberKey,
  sessionMemory,
} from '#/lib/storage.ts'
import { showToast } from '#/lib/toast.ts'

const EXEMPT = /^\/(wallet(\/import(-guide)?)?|pin\/.*|security-alert)$/

type Page = Pick<Document, 'addEventListener' | 'visibilityState'>

/**
 * Checks visits against this device. Create it once per router, because it stores the signed-in
 * member.
 */
export function createDeviceGuard(page: Page) {
  const walletCheck = createWalletCheck({
    readServer: readServerWallet,
    // A device without a database has no wallet; that alone never deletes anything.
    findLocal: (userId) => findLocalWallet(userId).catch(() => undefined),
    activate: activateWallet,
    dropPending: setAside,
    wipe,
    note: async (seen) => {
      useWallet.setState(seen)
      const hasWallet = seen.server !== null && seen.local?.state === 'active'
      await noteLinkedAccount(seen.userId, { hasWallet }).catch(() => undefined)
    },
    now: () => performance.now(),
    unlessBusy: unlessWalletChanges,
  })

  let hasPassed = false
  let hasShownNoResponse = false
  let linkedUserId: string | undefined

  onSignOut((scope) => {
    const userId = linkedUserId
    if (!userId) return undefined
    void unsubscribeFromPush(userId).catch(() => undefined)
    void clearIdentity(userId).catch(() => undefined)
    if (scope.wipe) {
      deleteMemberData(deviceStorage, userId)
      // Another tab may be creating or restoring a wallet.
      return whileChangingWallet(() => wipe(userId)).catch(() => undefined)
    }
    deviceStorage.removeItem(memberKey('counterparties', userId))
    void discardSentTransactions(userId).catch(() => undefined)
    void forgetLogEntries(userId).catch(() => undefined)
    return undefined
  })

  // A step-out runs no sign-out tasks, but the next member must be checked and prompted for the
  // passkey too.
  useAuth.subscribe(({ status }, previous) => {
    if (status !== 'unauth' || previous.status === 'unauth') return
    walletCheck.reset()
    clearWalletState()
    clearPasskeyState()
    hasPassed = false
    hasShownNoResponse = false
    linkedUserId = undefined
    void discardDraft().catch(() => undefined)
  })

  // Without a PIN there is nothing to unlock with: the gate would prompt for the PIN that is set
  // next.
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') return noteHidden(Date.now())
    const { hasPin, lock } = useAuth.getState()
    if (noteVisible(Date.now()) && hasPin) lock()
  })

  /** Links this device to the member on entry and locks the app if a passkey is required first. */
  async function enterDevice(): Promise<void> {
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

  /** Runs the server-truth check of a visit. Returns a redirect target, or undefined. */
  async function guardWallet(visit: Visit): Promise<string | undefined> {
    const { user, phase, logout, forceLogout, setSignedOut } = useAuth.getState()
    if (!user || phase === 'deleted' || visit.isPreload) return undefined
    const result = await walletCheck.run(user.id)
    switch (result) {
      case 'pass':
        hasPassed = true
        hasShownNoResponse = false
        return undefined
      case 'server-truth-need-import':
        hasPassed = true
        return redirectToImportOnce(user.id, visit)
      case 'server-truth-mismatch':
        // The check has removed the wallet under the lock, so that no other tab could restore it.
        linkedUserId = undefined
        deleteMemberData(deviceStorage, user.id)
        void unsubscribeFromPush(user.id).catch(() => undefined)
        await forceLogout(mismatchReason(useWallet.getState().server))
        return '/auth/login'
      case 'server-truth-refused':
        await logout('walletUnclear')
        return '/auth/login'
      case 'other-member':
        // The session belongs to the other member, so it and the data of both members on the device
        // stay unchanged.
        runSignOutTasks({ wipe: false })
        setSignedOut('otherMember')
        return '/auth/login'
      case 'no-answer':
        // A short loss of connection does not sign the member out; but without any earlier response
        // there is nothing to show.
        if (!hasShownNoResponse) showToast(translate('common:noAnswer'), { tone: 'attention' })
        hasShownNoResponse = true
        if (hasPassed) return undefined
        setSignedOut()
        return '/auth/login'
    }
  }

  return { enterDevice, guardWallet, walletCheck }
}

async function setAside(userId: string): Promise<boolean> {
  return (await import('#/features/wallet/device/set-aside.ts')).setWalletAside(userId)
}

/** A wallet that could not be set aside stays sealed, with its passkey. */
async function wipe(userId: string): Promise<void> {
  if (await setAside(userId)) await unlinkDevice(userId)
}

async function unsubscribeFromPush(userId: string): Promise<void> {
  markUnsubscribing(deviceStorage, userId)
  await (await import('#/features/push/push.ts')).getPushClient().leave(userId)
}

async function discardSentTransactions(userId: string): Promise<void> {
  ;(await import('#/features/wallet/chain/sent.ts')).discardAccepted(userId)
}

async function forgetLogEntries(userId: string): Promise<void> {
  await (await import('#/features/points-log/record.ts')).forgetLogEntries(userId)
}

/** Discards a new wallet. It survives the lock, but the next member must not see its words. */
async function discardDraft(): Promise<void> {
  ;(await import('#/features/wallet/keys/draft.ts')).dropDraft()
}

function mismatchReason(server: string | null | undefined): SignOutReason {
  if (server === null) return 'walletRemoved'
  return normaliseAddress(server ?? '') === undefined ? 'walletInvalid' : 'walletChanged'
}

function redirectToImportOnce(userId: string, visit: Visit): string | undefined {
  const marker = `${StorageKey.importRedirectDone}_${userId}`
  if (EXEMPT.test(withoutTrailing(visit.pathname, '/')) || sessionMemory.getItem(marker) === 'true')
    return undefined
  sessionMemory.setItem(marker, 'true')
  return '/wallet'
}

async function readServerWallet(userId: string): Promise<ServerAnswer> {
  const { user } = useAuth.getState()
  // The member of this request has left meanwhile.
  if (user?.id !== userId) return { kind: 'other-member' }
  return readAnswer(() => call(usersEndpoints['users.profile'], {}), user.email)
}
