import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import type { Mission } from './api.ts'
import { MissionIcon } from './mission-icon.tsx'
import styles from './mission-row.module.css'
import { useMissionTexts } from './mission-texts.ts'

/** An unavailable mission is shown in softer, still readable text with the time or the reason. */
export function MissionRow({ mission, nowMs }: { mission: Mission; nowMs: number }) {
  const { t } = useTranslation('mission')
  const { note, reward } = useMissionTexts(nowMs)
  const { seasonId, missionId, available } = mission
  const given = reward(mission)
  return (
    <div className={styles.mission}>
      <Link
        to="/rewards/dashboard/$seasonId/missions/$missionId/"
        params={{ seasonId, missionId }}
        className={classNames(styles.row, !available && styles.explained)}
      >
        <Tile isFaint={!available}>
          <MissionIcon type={mission.type} />
        </Tile>
        <span className={styles.text}>
          <span className={classNames(text.strong, text.twoLines, !available && text.soft)}>
            {mission.title}
          </span>
          <span
            className={classNames(
              text.small,
              text.number,
              styles.note,
              available ? text.soft : text.faint,
            )}
          >
            {note(mission)}
          </span>
        </span>
        {given && (
          <span
            className={classNames(text.number, styles.reward, available ? text.strong : text.faint)}
          >
            {given}
          </span>
        )}
        <span className={classNames(text.faint, styles.end)}>
          {available ? (
            <Icon name="next" size={20} />
          ) : mission.completed ? (
            <Icon name="check" size={20} />
          ) : (
            <ScreenIcon name="clock" size={20} />
          )}
        </span>
      </Link>
      {!available && (
        <WhyButton
          entryId={`mission:${seasonId}.${missionId}`}
          label={t('why', { title: mission.title })}
          className={styles.why}
        />
      )}
    </div>
  )
}
