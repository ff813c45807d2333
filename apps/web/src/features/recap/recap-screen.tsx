import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { recapQuery } from './api.ts'
import { CloseButton } from './close-button.tsx'
import { ShareScreen } from './share-screen.tsx'
import { Story } from './story.tsx'
import styles from './story.module.css'

type RecapScreenProps = {
  seasonId: number
  memberId: string
  isSharing: boolean
  onShare: () => void
  onStopSharing: () => void
}

/** Tells a member's season as a story, and lets them share a picture of it. */
export function RecapScreen(props: RecapScreenProps) {
  const { seasonId, memberId, isSharing, onShare, onStopSharing } = props
  const { t } = useTranslation('recap')
  const { onPress: close } = useBack()
  const query = useQuery(recapQuery(seasonId, memberId))
  const recap = query.data
  if (recap && isSharing) return <ShareScreen recap={recap} onClose={onStopSharing} />
  const title = recap ? t('title', { season: recap.title }) : t('plainTitle')
  return (
    <main className={styles.story}>
      <h1 className={text.unseen}>{title}</h1>
      {recap ? (
        <Story recap={recap} avatarSeed={memberId} onShare={onShare} onClose={close} />
      ) : (
        <>
          <div className={styles.head}>
            <div className={styles.bar}>
              <span className={styles.owner} />
              <CloseButton onClose={close} />
            </div>
          </div>
          <div className={styles.failed}>
            <Loaded
              query={query}
              skeleton={<Skeleton isCard width="100%" height="420px" />}
              failed={t('failed')}
            >
              {() => null}
            </Loaded>
          </div>
        </>
      )}
    </main>
  )
}
