import { Link } from '@tanstack/react-router'
import type { BooksSearch } from './books-search.ts'
import styles from './books.module.css'
import { formatExact } from './exact-amount.ts'

type FigureLinkProps = { amount: string; label: string; search: BooksSearch }

/** Shows an amount that leads to what it is made of. */
export function FigureLink({ amount, label, search }: FigureLinkProps) {
  const text = formatExact(amount)
  return (
    <Link
      to="/money/ledger"
      search={search}
      className={styles.figure}
      aria-label={`${label}: ${text}`}
    >
      {text}
    </Link>
  )
}
