import type { Translate } from '#/lib/i18n.ts'
import { menuFor } from '#/shell/menu.ts'
import type { Command } from './command.ts'

/** Returns the pages that a role may open, by their names in the menu and their addresses. */
export function pagesFor(calls: readonly string[], t: Translate<'command'>): Command[] {
  const pages = menuFor(calls).map(({ to, name, icon, group }): Command => ({
    id: to,
    group: 'pages',
    icon,
    name: t(`menu:${name}`),
    ...(group && { note: t(`menu:${group}`) }),
    // The address is English in every language.
    words: [to.slice(1).replace('/', ' '), name],
    does: { to },
  }))
  const me: Command = {
    id: '/me',
    group: 'pages',
    icon: 'people',
    name: t('menu:me'),
    words: ['me', 'account'],
    does: { to: '/me' },
  }
  return [...pages, me]
}
