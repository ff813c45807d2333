/** Identifies the call of a mission on this device, next to the payments of orders. */
export const actionOrder = (of: { seasonId: number; missionId: number }): string =>
  `mission-${of.seasonId}-${of.missionId}`
