import { Sky } from '#/ui/sky.tsx'
import styles from './portrait.module.css'

type PortraitProps = { seed: string; imageUrl: string | null | undefined; size: number }

/** The picture a member chose, else the small sky that is theirs. */
export function Portrait({ seed, imageUrl, size }: PortraitProps) {
  if (!imageUrl) return <Sky seed={seed} size={size} />
  return <img className={styles.portrait} src={imageUrl} alt="" width={size} height={size} />
}
