import { classNames } from '@solstice/ui/class-names.ts'
import styles from './skeleton.module.css'

/** Renders a placeholder with the dimensions of the content that replaces it. */
export function Skeleton({
  width,
  height,
  isCard = false,
}: {
  width: string
  height: string
  isCard?: boolean
}) {
  return (
    <span
      className={classNames(styles.bone, isCard && styles.card)}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
