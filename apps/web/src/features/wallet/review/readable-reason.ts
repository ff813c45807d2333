/** True for a readable reason of a contract, not for raw returned bytes. */
export const isReadableReason = (reason: string): boolean =>
  reason !== '' && !/0x[0-9a-f]{16}/i.test(reason)
