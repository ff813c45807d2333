import { canonicalOdds } from '@solstice/rules/missions/spin/spin'
import { Fragment } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import type { DetailOf } from '#/features/mission/api.ts'
import styles from './fair-sheet.module.css'
import { reportHref, valuesText } from './spin-report.ts'
import type { DrawVerdict, Proven } from './verify-draw.ts'

type FairSheetProps = {
  isOpen: boolean
  onClose: () => void
  /** The current wheel, with the commitment of the next spin. */
  open?: Pick<DetailOf<'SPIN'>, 'commitment' | 'nonce' | 'prizes'>
  /** A finished spin; without one the sheet explains how the next is drawn. */
  result: (Pick<Proven, 'prizes' | 'proof'> & { xp: number; verdict: DrawVerdict }) | undefined
}

/** Shows the values behind "Verified fair", so that anyone can repeat the calculation. */
export function FairSheet({ isOpen, onClose, open, result }: FairSheetProps) {
  const { t } = useTranslation('mission')
  const values: [string, string][] = []
  if (result) {
    values.push(
      [t('fair.prize'), t('xp', { xp: formatNumber(result.xp) })],
      [t('fair.commitment'), result.proof.commitment],
      [t('fair.serverSeed'), result.proof.serverSeed],
      [t('fair.clientSeed'), result.proof.clientSeed || '–'],
      [t('fair.nonce'), String(result.proof.nonce)],
      [t('fair.odds'), canonicalOdds(result.prizes)],
    )
  } else if (open) {
    values.push(
      [t('fair.commitment'), open.commitment],
      [t('fair.nonce'), String(open.nonce)],
      [t('fair.odds'), canonicalOdds(open.prizes)],
    )
  }
  const kind = result?.verdict ?? 'open'

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(valuesText(values))
      showToast(t('fair.copied'), { tone: 'done' })
    } catch {
      showToast(t('fair.copyFailed'), { tone: 'attention' })
    }
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t(`fair.title.${kind}`)}
      actions={
        <>
          {kind === 'unfair' && (
            <a href={reportHref(t('fair.reportSubject'), values)} className={buttonClass('lit')}>
              {t('fair.report')}
            </a>
          )}
          <Button variant="quiet" onClick={() => void copy()}>
            {t('fair.copy')}
          </Button>
        </>
      }
    >
      <p className={text.soft}>{t(`fair.text.${kind}`)}</p>
      <dl className={styles.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt className={classNames(text.small, text.soft)}>{name}</dt>
            <dd className={styles.value}>
              {value.split(/(?<=,)/).map((part, at) => (
                // A line may break after a comma, but not inside a number.
                <Fragment key={`${at}-${part}`}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classNames(text.small, text.faint)}>{t('fair.how')}</p>
    </Sheet>
  )
}
