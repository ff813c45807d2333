/** The points of the signals were chosen with these kinds. */
export const TUNED_FARMS = ['STAR', 'NUMBERED', 'FUNDED', 'PHONES'] as const
/** These kinds were kept out of it and only measure the result. */
export const HELD_OUT_FARMS = ['CHAIN', 'SHIFT'] as const
export const FARM_KINDS = [...TUNED_FARMS, ...HELD_OUT_FARMS] as const
export type FarmKind = (typeof FARM_KINDS)[number]
