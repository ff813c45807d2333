import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { MISSION_ID, missionQuery } from './api.ts'
import type { MissionDetail, Standing } from './api.ts'
import { CheckIn } from './check-in.tsx'
import { Invite } from './invite.tsx'
import styles from './mission-screen.module.css'
import { Purchase } from './purchase.tsx'
import { Spin } from './spin.tsx'
import { Ticket } from './ticket.tsx'

const Proof = lazyPart(async () => (await import('./proof.tsx')).Proof, { texts: ['proof'] })

type MissionScreenProps = {
  seasonId: number
  missionId: number
  memberId: string
  standing: Standing | undefined
  /** The end of the season, as soon as it is known. */
  endsAt: string | undefined
}

/** One address for every mission; what it shows depends on the mission's type. */
export function MissionScreen(props: MissionScreenProps) {
  const { seasonId, missionId } = props
  const { t } = useTranslation('mission')
  const back = useBack()
  const query = useQuery(missionQuery(seasonId, missionId))
  if (query.data) {
    return <ByType {...props} mission={query.data} />
  }
  return (
    <Screen header={<ScreenHeader back={back} title={titleOf(missionId)} />}>
      <Loaded
        query={query}
        skeleton={<MissionSkeleton />}
        failed={t(missionId === MISSION_ID.CHECK_IN ? 'checkIn.failed' : 'missionFailed')}
      >
        {() => null}
      </Loaded>
    </Screen>
  )

  /** The three that every season has are known before their answer comes. */
  function titleOf(id: number): string {
    switch (id) {
      case MISSION_ID.CHECK_IN:
        return t('checkIn.title')
      case MISSION_ID.SPIN:
        return t('spin.title')
      case MISSION_ID.TICKET:
        return t('ticket.title')
      default:
        return t('missions')
    }
  }
}

type ByTypeProps = MissionScreenProps & { mission: MissionDetail }

function ByType({ mission, memberId, standing, endsAt }: ByTypeProps) {
  const key = `${mission.seasonId}-${mission.missionId}`
  switch (mission.type) {
    case 'CHECK_IN':
      return <CheckIn key={key} mission={mission} standing={standing} />
    case 'SPIN':
      return <Spin key={key} mission={mission} memberId={memberId} />
    case 'TICKET':
      return <Ticket key={key} mission={mission} />
    case 'INVITE':
      return <Invite key={key} mission={mission} />
    case 'PURCHASE':
      return <Purchase key={key} mission={mission} />
    case 'PARTNER':
    case 'EARN':
      return (
        <Proof
          key={key}
          mission={mission}
          memberId={memberId}
          standing={standing}
          endsAt={endsAt}
        />
      )
  }
}

function MissionSkeleton() {
  return (
    <div className={styles.skeleton}>
      <span className={styles.disc} />
      <Skeleton isCard width="100%" height="72px" />
      <Skeleton isCard width="100%" height="120px" />
    </div>
  )
}
