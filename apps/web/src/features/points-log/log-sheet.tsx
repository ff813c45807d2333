import { formatNumber } from '@solstice/ui/format.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { useState } from 'react'
import styles from './points-log.module.css'
import type { PointsLog } from './use-points-log.ts'

type LogInfoProps = {
  log: PointsLog
  chainName: (chainId: number) => string | undefined
}

/** The button in the header that explains the log and shows what the phone verified. */
export function LogInfo({ log, chainName }: LogInfoProps) {
  const { t } = useTranslation('points-log')
  const [isOpen, setOpen] = useState(false)
  const { record } = log
  const chain = record?.anchor && chainName(record.anchor.chainId)
  return (
    <>
      <button
        type="button"
        className={iconButtonClass}
        aria-haspopup="dialog"
        aria-label={t('about')}
        onClick={() => setOpen(true)}
      >
        <Icon name="info" />
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('sheet.title')}
        actions={
          <div className={styles.actions}>
            <Button variant="quiet" isBusy={log.isChecking} onClick={log.checkAgain}>
              {t('sheet.again')}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {t('sheet.close')}
            </Button>
          </div>
        }
      >
        <div className={styles.explanation}>
          {(['what', 'how', 'chain'] as const).map((each) => (
            <p key={each} className={text.soft}>
              {t(`sheet.${each}`)}
            </p>
          ))}
          <Facts
            facts={[
              [
                t('sheet.checkedAt'),
                record?.checkedAt === undefined
                  ? t('sheet.never')
                  : formatOwnMinute(record.checkedAt),
              ],
              record && [t('sheet.entries'), formatNumber(record.remembered.count)],
              record && [t('sheet.size'), formatNumber(record.remembered.size)],
              record?.anchor &&
                chain !== undefined && [
                  t('sheet.onChain', { chain }),
                  t('sheet.upTo', { size: formatNumber(record.anchor.size) }),
                ],
              record?.anchor && [
                t('sheet.contract'),
                <span key="contract" className={classNames(text.small, styles.fingerprint)}>
                  {record.anchor.address}
                </span>,
              ],
              record !== undefined && [
                t('sheet.fingerprint'),
                <span key="root" className={classNames(text.small, styles.fingerprint)}>
                  {record.remembered.root}
                </span>,
              ],
            ]}
          />
        </div>
      </Sheet>
    </>
  )
}
