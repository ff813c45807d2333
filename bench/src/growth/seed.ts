import { programmeDayOf } from '../../../packages/rules/src/programme-day.ts'
import type { Database } from '../../../apps/server/src/platform/process/db.ts'
import { auditRows } from './seed-audit.ts'
import { ACCOUNT_STATEMENTS } from './seed-accounts.ts'
import { LEDGER_STATEMENTS } from './seed-ledger.ts'
import { NOTIFY_STATEMENTS } from './seed-notify.ts'
import { PROGRAMME_STATEMENTS } from './seed-programme.ts'
import type { SeedStatement } from './seed-statement.ts'

/** The rows that exist before the members: seasons and a product, made by the server itself. */
export type SeedSeasons = {
  /** The running season and its first round, which has ended and is not settled. */
  season: { id: number; roundId: number; productId: number }
  /** An ended season with a settled round, whose waiting rewards may expire. */
  earlier: { id: number; roundId: number }
}

export type SeedParams = SeedSeasons & { members: number; now: Date; pushService: string }

const STATEMENTS: readonly SeedStatement[] = [
  ...ACCOUNT_STATEMENTS,
  ...LEDGER_STATEMENTS,
  ...PROGRAMME_STATEMENTS,
  ...NOTIFY_STATEMENTS,
]

/**
 * Loads all members with what they would have after weeks of use. Triggers and foreign keys do not
 * run during the load, so balances, standings and counts are computed by the same statements; the
 * checks of the ledger and the programme verify them afterwards.
 */
export async function seedMembers(
  database: Pick<Database, 'runScript'>,
  params: SeedParams,
): Promise<void> {
  const load = (script: string) =>
    database.runScript(`set local session_replication_role = replica;
      set local work_mem = '256MB';
      set local maintenance_work_mem = '512MB';
      ${script}`)
  await load(DROP_INDEXES)
  for (const { sql } of STATEMENTS) await load(filledIn(sql, params))
  await load(auditRows(Math.ceil(params.members / 100), params.now))
  await load(REBUILD_INDEXES)
  await load(MOVE_SEQUENCES)
}

function filledIn(sql: string, { members, now, season, earlier, pushService }: SeedParams): string {
  const at = `'${now.toISOString()}'::timestamptz`
  const values: Record<string, string | number> = {
    n: members,
    pushService,
    now: at,
    today: `'${programmeDayOf(now)}'::date`,
    season: season.id,
    round: season.roundId,
    product: season.productId,
    earlier: earlier.id,
    earlierRound: earlier.roundId,
  }
  return sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The seed has no value for {${name}}`)
    return String(value)
  })
}

/** Indexes of constraints stay, because foreign keys depend on them. */
const DROP_INDEXES = `create table public.growth_indexes as
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and not i.indisprimary and c.relkind = 'i'
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
      and not exists (select 1 from pg_inherits p where p.inhrelid = i.indexrelid);
  do $$ declare v_index record; begin
    for v_index in select name from growth_indexes loop execute 'drop index ' || v_index.name; end loop;
  end $$;`

const REBUILD_INDEXES = `do $$ declare v_index record; begin
    for v_index in select definition from growth_indexes loop execute v_index.definition; end loop;
  end $$;
  drop table growth_indexes;`

/** Identity columns were given explicit values. */
const MOVE_SEQUENCES = `do $$ declare v_column record; v_last bigint; begin
    for v_column in select table_name as t, column_name as c from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format('select max(%I) from %I', v_column.c, v_column.t) into v_last;
      if v_last is not null then
        perform setval(pg_get_serial_sequence(v_column.t, v_column.c), v_last);
      end if;
    end loop;
  end $$;`
