import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { deviceOf } from './session.device.ts'
import { deleteKnownDevices, findKnownDevice, insertKnownDevice } from './known-device.queries.ts'

/** Describes a browser for a list of sessions, for example `Chrome · Android`. */
export function deviceName(userAgent: string | undefined): string | null {
  return deviceOf(userAgent)
}

/** Returns whether this device has logged in to the account before. */
export function isKnownDevice(
  ctx: Pick<AppContext, 'db'>,
  email: string,
  deviceId: string,
): Promise<boolean> {
  return findKnownDevice(ctx.db, { email }, deviceId)
}

/** The user agent of the browser, the device whose key it proved, and its IP address. */
export type SignInOrigin = {
  userAgent: string | undefined
  deviceId: string | undefined
  ip: string
}

/**
 * Stores a device that logs in, and returns its description if the account has not seen it before.
 * A caller without a device key cannot be recognised and counts as new each time.
 */
export async function newDeviceOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
  { userAgent, deviceId }: Pick<SignInOrigin, 'userAgent' | 'deviceId'>,
): Promise<{ device: string | null } | undefined> {
  const isNew =
    deviceId === undefined ||
    (await insertKnownDevice(ctx.db, { memberId, deviceId, now: ctx.now() }))
  return isNew ? { device: deviceOf(userAgent) } : undefined
}

/** Deletes the known devices as part of deleting an account. */
export function eraseKnownDevices(tx: Db, memberId: number): Promise<void> {
  return deleteKnownDevices(tx, memberId, { except: undefined })
}

/**
 * Runs after a new password or a theft report, so that a device a thief logged in with counts as
 * new again. The caller's own device stays if it was known.
 */
export function deleteOtherDevices(
  tx: Db,
  memberId: number,
  deviceId: string | undefined,
): Promise<void> {
  return deleteKnownDevices(tx, memberId, { except: deviceId })
}
