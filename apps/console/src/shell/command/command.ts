import type { LinkProps } from '@tanstack/react-router'
import type { IconName } from '#/ui/icon.tsx'

/** A page or an address inside a page. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

export const GROUPS = ['jumps', 'pages', 'operators', 'actions'] as const

export type Group = (typeof GROUPS)[number]

/** An entry of the command menu. */
export type Command = {
  id: string
  group: Group
  icon: IconName
  name: string
  /** Explains the entry beside its name. */
  note?: string
  /** Further words that find the entry. */
  words?: readonly string[]
  /** Opens a page, or runs at once. */
  does: Target | (() => void)
}
