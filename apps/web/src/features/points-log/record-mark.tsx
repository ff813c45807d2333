import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { RecordState } from './log-state.ts'
import styles from './points-log.module.css'

/** Says whether the public log contains an entry; keeps its line while that is unknown. */
export function RecordMark({ state }: { state: RecordState | undefined }) {
  const { t } = useTranslation('points-log')
  return (
    <span className={classNames(text.small, text.soft, styles.mark)}>
      {state && (
        <>
          <ScreenIcon name={state === 'recorded' ? 'recorded' : 'clock'} size={16} />
          {t(state)}
        </>
      )}
    </span>
  )
}
