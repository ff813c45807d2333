import { classNames } from '@solstice/ui/class-names.ts'
import styles from './pin-stars.module.css'

/** The colours of the gradient, one per digit. */
const COLOURS = ['#ffc06e', '#ffad7c', '#ff9a8a', '#ff8799', '#d88dcc', '#b092ff']

type PinStarsProps = {
  entered: number
  isBusy: boolean
  /** Changes with each rejection, so that the stars shake once for each. */
  refusals: number
}

/** Shows a star for each entered digit without revealing the digit. */
export function PinStars({ entered, isBusy, refusals }: PinStarsProps) {
  return (
    <div
      key={refusals}
      aria-hidden="true"
      className={classNames(
        styles.stars,
        isBusy && styles.busy,
        refusals > 0 && entered === 0 && styles.refused,
      )}
    >
      {COLOURS.map((colour, index) => (
        <svg key={colour} width="26" height="26" viewBox="0 0 26 26" fill="none">
          {index < entered ? (
            <path
              className={styles.star}
              d="M13 2c1.3 7.5 3.2 9.6 11 11-7.8 1.4-9.7 3.5-11 11-1.3-7.5-3.2-9.6-11-11 7.8-1.4 9.7-3.5 11-11z"
              fill={colour}
            />
          ) : (
            <circle cx="13" cy="13" r="4.5" className={styles.empty} />
          )}
        </svg>
      ))}
    </div>
  )
}
