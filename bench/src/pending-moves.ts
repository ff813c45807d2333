import { psql } from './pgbench.ts'

/** The ranking moves that wait in a measurement, as after a minute without aggregation. */
export const PENDING_MOVES = 500_000

const HALF = PENDING_MOVES / 2

/**
 * Aggregates all moves, in batches of their own transactions. The checkpoint leaves none to the
 * measurement that follows.
 */
export async function aggregateAll(url: string): Promise<void> {
  await psql(
    url,
    `do $$ begin
      while exists (select 1 from ranking_moves) loop
        perform ranking_aggregate(50000);
        commit;
      end loop;
    end $$`,
  )
  await psql(url, 'checkpoint')
}

/**
 * Lets moves of a season wait for their aggregation: as many members enter the ranking as leave it
 * again, so that the counts are correct when all are aggregated.
 */
export async function addPendingMoves(url: string, seasonId: number): Promise<void> {
  await aggregateAll(url)
  await psql(
    url,
    `insert into ranking_moves (season_id, from_score, to_score)
      select ${seasonId}, case when i >= ${HALF} then score end, case when i < ${HALF} then score end
      from generate_series(0::bigint, ${PENDING_MOVES - 1}) as i,
        lateral (select ((50 + 10 * (i % ${HALF} % 1999)) << 34) + i % ${HALF} * 17179 as score) s
      order by i`,
  )
  await psql(url, 'checkpoint')
}
