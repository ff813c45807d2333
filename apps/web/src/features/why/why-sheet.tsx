import { Code } from '@solstice/contract/codes'
import { explanationText } from '@solstice/contract/explanation-texts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '@solstice/ui/api-error.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { webSettings } from '#/lib/settings.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { explanationQuery } from './api.ts'
import type { Explanation } from './api.ts'
import { AtMost } from './hold-bar.tsx'
import { WhyBody } from './why-body.tsx'
import { useNextAction } from './next-action.tsx'
import styles from './why-sheet.module.css'
import { occurredAt } from './occurred-at.ts'
import { readerZone } from './reader-zone.ts'
import { withoutPast } from './without-past.ts'

type WhySheetProps = {
  entryId: string
  isOpen: boolean
  onClose: () => void
  /** Offers the check-in of a season if it is open. */
  checkIn: (seasonId: number) => ReactNode
}

/** Explains an entry: the rule, the member's own numbers and the next chance. */
export function WhySheet({ entryId, isOpen, onClose, checkIn }: WhySheetProps) {
  const { t } = useTranslation('why')
  const query = useQuery({ ...explanationQuery(entryId), enabled: isOpen })
  const data = query.data && withoutPast(query.data, serverNow())
  const isGone = !data && codeOf(query.error) === Code.NOT_FOUND
  const texts = data && explanationText(data, currentLanguage(), readerZone(data))
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      above={data && texts ? <Subject subject={texts.subject} explanation={data} /> : <p />}
      title={texts?.title ?? t(isGone ? 'goneTitle' : 'title')}
      actions={<Actions explanation={data} onClose={onClose} checkIn={checkIn} />}
    >
      {isGone ? (
        <p className={text.soft}>{t('gone')}</p>
      ) : (
        <Loaded query={{ ...query, data }} skeleton={<WhySkeleton />} failed={t('failed')}>
          {(explanation) => texts && <WhyBody explanation={explanation} texts={texts} />}
        </Loaded>
      )}
    </Sheet>
  )
}

function Subject({ subject, explanation }: { subject: string; explanation: Explanation }) {
  const at = occurredAt(explanation)
  return (
    <div className={styles.above}>
      <p className={text.small}>
        <span className={text.soft}>{at === undefined ? subject : `${subject} · ${at}`}</span>
      </p>
      <AtMost explanation={explanation} />
    </div>
  )
}

type ActionsProps = Pick<WhySheetProps, 'onClose' | 'checkIn'> & {
  explanation: Explanation | undefined
}

/** The way to the next chance if there is one, and the way to support. */
function Actions({ explanation, onClose, checkIn }: ActionsProps) {
  const { t } = useTranslation('why')
  const next = useNextAction(explanation)
  return (
    <>
      {explanation?.next?.kind === 'ROUND' &&
        explanation.seasonId !== null &&
        checkIn(explanation.seasonId)}
      {next}
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
        {explanation && (
          <a
            className={buttonClass('quiet')}
            href={supportHref(t('wrongSubject', { entry: explanation.entryId }))}
          >
            <span className={text.soft}>{t('wrong')}</span>
          </a>
        )}
      </div>
    </>
  )
}

/** Opens a mail to support that names the entry, so that the member need not describe it. */
function supportHref(subject: string): string {
  return `mailto:${webSettings().supportEmail}?subject=${encodeURIComponent(subject)}`
}

function WhySkeleton() {
  return (
    <div className={styles.body}>
      <Skeleton width="100%" height="48px" />
      <Skeleton width="100%" height="14px" />
      <Skeleton width="100%" height="40px" />
      <Skeleton width="100%" height="40px" />
      <Skeleton width="60%" height="40px" />
    </div>
  )
}
