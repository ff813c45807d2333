import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import empty from '#/art/empty-history.svg'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { AppealScreen } from './appeal-screen.tsx'
import { isAnswered } from './appeal-steps.ts'
import type { Hold } from './api.ts'
import { holdsQuery } from './api.ts'
import { HoldScreen } from './hold-screen.tsx'
import { HoldSpan } from './hold-span.tsx'
import { HoldTitle } from './hold-title.tsx'
import { isActive, shownHold } from './hold-view.ts'
import styles from './hold.module.css'

type HoldsScreenProps = {
  /** The hold of the address; without one, the list. */
  holdId: number | undefined
  /** The appeal is being written. */
  isWriting: boolean
}

/** Shows what is on hold and why. A single hold needs no list. */
export function HoldsScreen({ holdId, isWriting }: HoldsScreenProps) {
  const { t } = useTranslation('hold')
  const back = useBack()
  const query = useQuery(holdsQuery())
  const hold = query.data && shownHold(query.data, holdId)
  if (hold) {
    return isWriting && hold.canAppeal ? (
      <AppealScreen key={hold.holdId} hold={hold} />
    ) : (
      <HoldScreen key={hold.holdId} hold={hold} />
    )
  }
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} />}
      dock={
        <Link to="/fair-play" className={buttonClass('text')}>
          {t('howHoldsWork')}
        </Link>
      }
    >
      <Loaded query={query} skeleton={<HoldsSkeleton />} failed={t('failed')}>
        {(holds) =>
          holds.length === 0 ? (
            <EmptyState art={empty} title={t('none')}>
              {t('noneText')}
            </EmptyState>
          ) : (
            <List holds={holds} />
          )
        }
      </Loaded>
    </Screen>
  )
}

function List({ holds }: { holds: readonly Hold[] }) {
  const { t } = useTranslation('hold')
  const active = holds.filter(isActive)
  const ended = holds.filter((hold) => !isActive(hold))
  return (
    <div className={styles.page}>
      {active.map((hold) => (
        <Link
          key={hold.holdId}
          to="/more/holds"
          search={{ hold: hold.holdId }}
          className={classNames(cardClass, styles.card)}
        >
          <span className={styles.cardHead}>
            <span>
              <span className={classNames(text.title, text.number)}>
                <HoldTitle hold={hold} />
              </span>
              <br />
              <span className={classNames(text.small, text.soft)}>
                {hold.appeal && !isAnswered(hold, hold.appeal)
                  ? t('state.appealed')
                  : t(`state.${hold.state}`)}
              </span>
            </span>
            <Icon name="next" size={20} />
          </span>
          <HoldSpan hold={hold} />
        </Link>
      ))}
      {ended.length > 0 && (
        <section className={styles.group}>
          <h2 className={classNames(text.small, text.soft)}>{t('earlier')}</h2>
          <Rows>
            {ended.map((hold) => (
              <Row key={hold.holdId}>
                <Link to="/more/holds" search={{ hold: hold.holdId }} className={rowTargetClass}>
                  <ScreenIcon name="check" size={20} />
                  <RowContent
                    label={t(`state.${hold.state}`)}
                    note={formatOwnMinute(hold.endedAt ?? hold.until)}
                  />
                </Link>
              </Row>
            ))}
          </Rows>
        </section>
      )}
    </div>
  )
}

function HoldsSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton isCard width="100%" height="176px" />
      <Skeleton isCard width="100%" height="72px" />
    </div>
  )
}
