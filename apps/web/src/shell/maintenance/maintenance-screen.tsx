import { DEFAULT_MAINTENANCE, durationText } from '@solstice/rules/maintenance'
import { fixedTranslation } from '#/lib/i18n.ts'
import art from '#/art/maintenance.svg'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './maintenance-screen.module.css'
import { useMaintenance } from './store.ts'

/** Shows the only screen during maintenance; always in English. */
export function MaintenanceScreen() {
  const config = useMaintenance((state) => state.maintenanceConfig) ?? DEFAULT_MAINTENANCE
  const t = fixedTranslation('en', 'shell')
  const duration = durationText(config.estimated_duration)
  return (
    <main className={styles.screen} lang="en">
      <img src={art} alt={t('maintenance.picture')} width={320} height={240} />
      <h1 className={text.headline}>{config.title.en}</h1>
      <p className={classNames(text.soft, styles.description)}>{config.description.en}</p>
      {duration && (
        <p className={classNames(text.small, text.soft, text.strong, styles.time)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5v5l3 1.8" />
          </svg>
          {t('maintenance.time', { duration })}
        </p>
      )}
      <a className={classNames(buttonClass('text'), styles.recovery)} href="/status/">
        {t('maintenance.status')}
      </a>
      {/* An installed app has no address bar, so this link is the only way to the wallet. */}
      <a className={classNames(buttonClass('text'), styles.recovery)} href="/recovery/">
        {t('maintenance.recovery')}
      </a>
    </main>
  )
}
