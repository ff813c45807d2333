import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { Command } from './command.ts'
import styles from './command-menu.module.css'

/** Shows the facts of a result without leaving the menu. */
export function Peek({ command }: { command: Command }) {
  const { t } = useTranslation('command')
  const { icon, name, peek, does } = command
  if (!peek) return null
  return (
    <section className={styles.peek} aria-label={t('peek', { name })} aria-live="polite">
      <p className={styles.peekTitle}>
        <Icon name={icon} />
        <b>{name}</b>
        <Badge tone="accent">{peek.kind}</Badge>
      </p>
      <Facts facts={peek.facts} look="left" />
      {!does && <p className={styles.peekNote}>{t('noPage')}</p>}
    </section>
  )
}
