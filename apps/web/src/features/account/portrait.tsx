import { Avatar } from '#/ui/avatar.tsx'
import styles from './portrait.module.css'

type PortraitProps = { seed: string; imageUrl: string | null | undefined; size: number }

/** Shows the picture a member chose, or the generated sky of their account. */
export function Portrait({ seed, imageUrl, size }: PortraitProps) {
  if (!imageUrl) return <Avatar seed={seed} size={size} />
  return <img className={styles.portrait} src={imageUrl} alt="" width={size} height={size} />
}
