import type { LinkProps } from '@tanstack/react-router'
import type { Fact } from '#/ui/facts.tsx'
import type { IconName } from '#/ui/icon.tsx'

/** A page or an address inside a page. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The groups in the order in which the menu shows them. */
export const GROUPS = [
  'exact',
  'members',
  'money',
  'contents',
  'records',
  'jumps',
  'pages',
  'operators',
  'actions',
] as const

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
  /** True if the server found it or the typed text made it, so that its name need not match. */
  isFound?: true
  /** Replaces the name of the group, such as "Payouts and orders of MinaHarbor". */
  heading?: string
  /** The content of the peek panel. */
  peek?: { kind: string; facts: readonly Fact[] }
  /** Opens a page, or runs at once; an entry without a page only has its peek panel. */
  does?: Target | (() => void)
}
