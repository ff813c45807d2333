import { evidenceText, answerText } from '@solstice/contract/hold-texts'
import { DAY_MS } from '@solstice/rules/duration'
import { Link } from '@tanstack/react-router'
import art from '#/art/mission-hold.svg'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import type { Hold } from './api.ts'
import { AppealProgress } from './appeal-progress.tsx'
import { useAppealSeen } from './appeal-seen.ts'
import { HoldSpan } from './hold-span.tsx'
import { HoldTitle } from './hold-title.tsx'
import { isActive, spanOf } from './hold-view.ts'
import styles from './hold.module.css'

/** Explains one hold: the reason, its time, what still works, and the way to object. */
export function HoldScreen({ hold }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const back = useBack()
  const isApplied = isActive(hold)
  useAppealSeen(hold)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} isOverArt />}
      dock={
        <>
          {hold.canAppeal && (
            <Link
              to="/more/holds"
              search={{ hold: hold.holdId, write: true }}
              className={buttonClass('lit')}
            >
              {t('appeal.write')}
            </Link>
          )}
          <Link to="/fair-play" className={buttonClass('text')}>
            {t('howHoldsWork')}
          </Link>
        </>
      }
    >
      <div className={styles.page}>
        <div className={styles.scene}>
          <img className={styles.art} src={art} alt="" width={390} height={320} />
        </div>
        <div className={styles.titled}>
          <div className={styles.above}>
            <p className={classNames(text.small, text.soft)}>{t(`state.${hold.state}`)}</p>
            {isApplied && <AtMost hold={hold} />}
          </div>
          <h2 className={classNames(text.headline, text.number)}>
            <HoldTitle hold={hold} />
          </h2>
          <Reasons hold={hold} />
        </div>
        {isApplied ? <HoldSpan hold={hold} /> : <Ended hold={hold} />}
        {hold.decision && <Answer decision={hold.decision} />}
        {isApplied && <Promises hold={hold} />}
        {hold.appeal && <AppealProgress hold={hold} appeal={hold.appeal} />}
      </div>
    </Screen>
  )
}

function AtMost({ hold }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const { startMs, endMs } = spanOf(hold)
  return (
    <p className={classNames(text.small, text.strong, styles.atMost)}>
      <ScreenIcon name="clock" size={16} />
      {t('atMost', { count: Math.ceil((endMs - startMs) / DAY_MS) })}
    </p>
  )
}

/** Says what led to the hold. It names neither another member nor what exactly was noticed. */
function Reasons({ hold: { evidence, accountsAtLeast } }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const language = currentLanguage()
  return (
    <div className={classNames(text.soft, styles.reasons)}>
      <p>{evidence.map((each) => evidenceText(each, language)).join(' ')}</p>
      <p>{t('similar', { accounts: accountsAtLeast })}</p>
    </div>
  )
}

function Ended({ hold: { endedAt, until } }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  return <p>{t('endedAt', { time: formatOwnMinute(endedAt ?? until) })}</p>
}

function Answer({ decision }: { decision: NonNullable<Hold['decision']> }) {
  const { t } = useTranslation('hold')
  return (
    <Card>
      <section className={styles.written}>
        <h3 className={classNames(text.small, text.soft)}>
          {t('answer', { time: formatOwnMinute(decision.at) })}
        </h3>
        <p>{answerText(decision.answer, currentLanguage())}</p>
      </section>
    </Card>
  )
}

function Promises({ hold: { state, until } }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const time = formatOwnMinute(until)
  const promises =
    state === 'OPEN'
      ? [t('promise.play'), t('promise.lapses', { time }), t('promise.reason')]
      : [t('promise.play'), t('promise.upheldEnds', { time })]
  return (
    <ul className={styles.promises}>
      {promises.map((promise) => (
        <li key={promise}>
          <Icon name="check" size={20} />
          <span className={text.soft}>{promise}</span>
        </li>
      ))}
    </ul>
  )
}
