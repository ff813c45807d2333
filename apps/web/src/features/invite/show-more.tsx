import { Button } from '#/ui/button.tsx'
import styles from './show-more.module.css'

type ShowMoreProps = {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  label: string
}

/** Loads the next page of a list; renders nothing at its end. */
export function ShowMore({ pages, label }: ShowMoreProps) {
  if (!pages.hasNextPage) return null
  return (
    <div className={styles.more}>
      <Button
        variant="quiet"
        isCompact
        isBusy={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  )
}
