import bronze from '#/art/tier-bronze.svg'
import diamond from '#/art/tier-diamond.svg'
import gold from '#/art/tier-gold.svg'
import platinum from '#/art/tier-platinum.svg'
import silver from '#/art/tier-silver.svg'

export const EMBLEMS = { bronze, silver, gold, platinum, diamond }

export type EmblemName = keyof typeof EMBLEMS

/**
 * Renders an emblem: the sun's height above the horizon. It is decorative because its name is shown
 * next to it.
 */
export function Emblem({ name, size }: { name: EmblemName; size: number }) {
  return <img src={EMBLEMS[name]} alt="" width={size} height={size} />
}
