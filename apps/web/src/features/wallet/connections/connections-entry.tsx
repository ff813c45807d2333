import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { countSessions } from './stored.ts'

type EntryProps = { userId: string; address: string; networks: readonly Network[] }

/** Connects to the relay only for a member who has connected sites. */
const LiveNote = lazyPart<EntryProps>(async () => (await import('./live-note.tsx')).LiveNote, {
  texts: ['connect'],
})

/** Leads from the wallet to the connected sites. */
export function ConnectionsEntry(props: EntryProps) {
  const { userId } = props
  const { t } = useTranslation('connect')
  const [sites, setSites] = useState(0)

  useEffect(() => {
    countSessions(userId).then(setSites, () => undefined)
  }, [userId])

  return (
    <>
      {sites > 0 && <LiveNote {...props} />}
      <Rows>
        <Row>
          <Link to="/wallet/connections" className={rowTargetClass}>
            <RowContent
              icon="share"
              label={t('entry')}
              note={sites > 0 ? t('entrySites', { count: sites }) : t('entryNone')}
            />
          </Link>
        </Row>
      </Rows>
    </>
  )
}
