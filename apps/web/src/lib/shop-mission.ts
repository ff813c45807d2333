/** The id of the mission that represents the shop in every season. */
export const SHOP_MISSION = 6
