import { Link } from '@tanstack/react-router'
import art from '#/art/mission-shop.svg'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { DetailOf } from '#/features/mission/api.ts'
import styles from '#/features/mission/check-in/check-in.module.css'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionIllustration } from '#/features/mission/mission-illustration.tsx'
import { ProgrammeTile } from '#/features/mission/programme-tile.tsx'
import proofStyles from '#/features/mission/proof.module.css'

/** Shows the available balance and a link to the shop. */
export function Purchase({ mission }: { mission: DetailOf<'PURCHASE'> }) {
  const { t } = useTranslation('mission')
  const { seasonId, missionId } = mission
  return (
    <MissionFrame
      mission={mission}
      isOverArt
      dock={
        <Link
          to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/"
          params={{ seasonId, missionId }}
          className={buttonClass('lit')}
        >
          {t('purchase.do')}
        </Link>
      }
    >
      <div className={proofStyles.page}>
        <MissionIllustration
          art={mission.imageUrl ?? art}
          eyebrow={
            <>
              <ScreenIcon name="bag" size={20} />
              {t('tabs.purchase')}
            </>
          }
          title={mission.title}
          description={mission.description}
        />
        <Card>
          <div className={styles.two}>
            <div>
              <p className={classNames(text.small, text.soft)}>{t('purchase.balance')}</p>
              <p className={classNames(text.headline, text.number)}>
                {formatNumber(mission.xpBalance)}
              </p>
            </div>
            <div>
              <p className={classNames(text.small, text.soft)}>{t('purchase.tickets')}</p>
              <p className={classNames(text.headline, text.number)}>
                {formatNumber(mission.tickets)}
              </p>
            </div>
          </div>
        </Card>
        <Rows>
          <Row>
            <Link
              to="/rewards/dashboard/$seasonId/history/"
              params={{ seasonId }}
              search={{ tab: 'Purchased' }}
              className={rowTargetClass}
            >
              <RowContent
                tile={<ProgrammeTile name="bag" />}
                label={t('purchase.history')}
                note={t('purchase.historyNote')}
              />
            </Link>
          </Row>
        </Rows>
        <p className={classNames(text.small, text.soft)}>{t('purchase.text')}</p>
      </div>
    </MissionFrame>
  )
}
