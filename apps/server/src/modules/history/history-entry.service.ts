/** Apart from what is read of it, so that whoever writes need not know who shows. */
export { historyInsert } from './history.queries.ts'
