import type { PreviewRequest } from '@solstice/contract/season-preview'
import { MISSION_TYPES, rulesOf } from '@solstice/rules/missions/registry'

type Screen = PreviewRequest['screen']

/** The wheel and the missions of the season have these ids in every season. */
const SPIN_MISSION = 2
/** Products belong to the mission of the category with the purchases. */
const SHOP_MISSION =
  MISSION_TYPES.map((type) => rulesOf(type).plan).find(({ category }) => category === 'purchase')
    ?.fixedId ?? 1

/** Returns the path of a screen of the picker. */
export function screenPath(screen: Screen, seasonId: number): string {
  const season = `/rewards/dashboard/${seasonId}`
  switch (screen) {
    case 'season':
      return season
    case 'missions':
      return '/rewards'
    case 'wheel':
      return `${season}/missions/${SPIN_MISSION}`
    case 'shop':
      return `${season}/missions/${SHOP_MISSION}/buy-xp`
    case 'ranking':
      return `${season}/ranking`
  }
}

const OPEN =
  /^\/(home|starlight|rewards|rewards\/tier\/\d+|rewards\/dashboard\/(rules|\d+(\/.+)?))$/
/** These show records that the member of the preview does not have. */
const CLOSED = /\/(history|recap|complete)(\/|$)/

/** Returns whether the preview can show the path: the screens that the draft decides. */
export function isPreviewPath(pathname: string): boolean {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return OPEN.test(path) && !CLOSED.test(path)
}
