import { classNames } from '@solstice/ui/class-names.ts'
import { formatDayClock } from '#/lib/times.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { changeText } from '#/features/member/amount-text.ts'
import type { TimelineEntry } from '#/features/member/api.ts'
import type { Why } from '#/features/member/why/use-why.ts'
import { WhyButton } from '#/features/member/why/why-button.tsx'
import { entryIcon } from './entry-icon.ts'
import { useEntryWords } from './entry-words.ts'
import styles from './timeline.module.css'

/** Shows one line: when, what, the amounts, and the button that explains it. */
export function TimelineRow({ entry, why }: { entry: TimelineEntry; why: Why }) {
  const { title, note } = useEntryWords()(entry)
  return (
    <li className={styles.row} aria-current={why.entry === entry.entryId || undefined}>
      <time className={classNames(styles.clock, text.small)} dateTime={entry.at}>
        {formatDayClock(entry.at)}
      </time>
      <Icon name={entryIcon(entry)} />
      <span>
        <span className={styles.name}>{title}</span>
        {note !== '' && <span className={classNames(text.small, text.faint)}>{note}</span>}
      </span>
      <span className={styles.amounts}>
        {entry.amounts.map(({ amount, unit }) => (
          <span key={unit}>{changeText(amount, unit)}</span>
        ))}
      </span>
      {entry.explained && <WhyButton entry={entry.entryId} name={title} why={why} />}
    </li>
  )
}
