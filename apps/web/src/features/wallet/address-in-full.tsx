import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './address-in-full.module.css'
import { addressGroups } from './address.ts'

/**
 * Shows the full address in groups and emphasises its beginning and end, which people compare
 * first.
 */
export function AddressInFull({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p className={classNames(styles.full, text.number)}>
      {groups.map((group, at) => {
        const isEnd = at === 0 || at === groups.length - 1
        return (
          <span key={`${at}-${group}`} className={isEnd ? text.strong : text.soft}>
            {group}{' '}
          </span>
        )
      })}
    </p>
  )
}
