import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import tabs from '#/ui/tabs.module.css'

const TABS = [
  { to: '/system/audit', name: 'entries', needs: 'operator.listAudit' },
  { to: '/system/audit/checkpoints', name: 'checkpoints', needs: 'audit.checkpoints' },
  { to: '/system/audit/reads', name: 'reads', needs: 'operator.listReads' },
] as const

/** Leads from the entries to their checkpoints and to the recorded reads of members' files. */
export function AuditTabs() {
  const { t } = useTranslation('audit')
  const may = useMay()
  return (
    <nav className={tabs.tabs} aria-label={t('title')}>
      {TABS.filter(({ needs }) => may(needs)).map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className={tabs.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
