import { redirect } from '@tanstack/react-router'
import { guardAuth, guardDeleted } from '#/features/auth/guard.ts'
import type { Visit } from '#/features/auth/guard.ts'
import { useAuth } from '#/features/auth/store.ts'
import { guardPin } from '#/features/pin/guard.ts'
import { guardMaintenance } from '#/shell/maintenance/guard.ts'
import { useMaintenance } from '#/shell/maintenance/store.ts'

/** Returns the redirect target, or undefined if the visit is allowed. */
export type Guard = (visit: Visit) => string | undefined | Promise<string | undefined>

/** Creates the guards with the router, so that their state ends with it. */
export function createGuards(): (visit: Visit) => Promise<void> {
  let loading: ReturnType<typeof loadDeviceGuard> | undefined

  /**
   * The code for the wallet and passkey of this device loads with the first member, not with the
   * app.
   */
  async function device() {
    loading ??= loadDeviceGuard()
    try {
      return await loading
    } catch (cause) {
      // The next visit tries to load it again.
      loading = undefined
      throw cause
    }
  }

  /**
   * Runs in this order on every visit; the first redirect wins. Each slice provides one:
   * maintenance, deleted account, auth, passkey of this device, PIN (required set-up, gate), wallet
   * check.
   */
  const guards: readonly Guard[] = [
    (visit) => guardMaintenance(useMaintenance.getState().isMaintenanceMode, visit),
    (visit) => guardDeleted(useAuth.getState(), visit),
    (visit) => guardAuth(useAuth.getState().status, visit),
    async ({ isPreload }) => {
      if (useAuth.getState().status === 'auth' && !isPreload) await (await device()).enterDevice()
      return undefined
    },
    (visit) => guardPin(useAuth.getState(), visit),
    async (visit) =>
      useAuth.getState().status === 'auth' ? (await device()).guardWallet(visit) : undefined,
  ]

  return async (visit) => {
    for (const guard of guards) {
      const href = await guard(visit)
      // The visit is already at the target; skip the remaining guards.
      if (href === visit.href) return
      // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
      if (href !== undefined) throw redirect({ href, replace: true })
    }
  }
}

async function loadDeviceGuard() {
  return (await import('./-wallet-guard.ts')).createDeviceGuard(document)
}
