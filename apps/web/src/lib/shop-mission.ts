/** The mission whose place is the shop, in every season. */
export const SHOP_MISSION = 6
