import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CheckInLink } from '#/features/mission/check-in/check-in-link.tsx'
import { seasonQuery } from '#/features/season/api.ts'
import { WhySheet } from '#/features/why/why-sheet.tsx'
import { useLoadedQueries } from '#/lib/loaded-queries.ts'

/** Renders the explanation that the address names above any member screen. */
export function Why() {
  const router = useRouter()
  const why = useSearch({ from: '/_member', select: (search) => search.why })
  const hasQueries = useLoadedQueries() !== undefined
  // The sheet keeps its content while it leaves.
  const [shown, setShown] = useState(why)
  if (why !== undefined && why !== shown) setShown(why)

  function close(): void {
    const { search, state, href } = router.state.location
    // The dialog reports its end again after Back has closed it.
    if (!('why' in search) || search.why === undefined) return
    if (state.isWhyOpened) return router.history.back()
    router.history.replace(withoutWhy(href))
  }

  if (shown === undefined || !hasQueries) return null
  return (
    <WhySheet
      key={shown}
      entryId={shown}
      isOpen={why !== undefined}
      onClose={close}
      checkIn={(seasonId) => <CheckIn seasonId={seasonId} />}
    />
  )
}

function CheckIn({ seasonId }: { seasonId: number }) {
  const { data: season } = useQuery(seasonQuery(seasonId))
  return <CheckInLink seasonId={seasonId} standing={season?.me} />
}

function withoutWhy(href: string): string {
  const url = new URL(href, location.origin)
  url.searchParams.delete('why')
  return url.pathname + url.search + url.hash
}
