import { Skeleton } from '#/ui/skeleton.tsx'
import styles from './dashboard-skeleton.module.css'

export function DashboardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <span className={styles.ring} />
      <span className={styles.middle}>
        <Skeleton width="150px" height="44px" />
      </span>
      <span className={styles.middle}>
        <Skeleton width="240px" height="20px" />
      </span>
      <Skeleton isCard width="100%" height="74px" />
      <Skeleton isCard width="100%" height="216px" />
      <Skeleton isCard width="100%" height="92px" />
    </div>
  )
}
