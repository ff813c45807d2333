import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tools/run-step.ts'

const MIGRATION = 'apps/server/src/migrations/0114-member-search.sql'

/** Returns the statements of the migration that create the indexes of members. */
function indexStatements(): string[] {
  const script = readFileSync(join(ROOT, MIGRATION), 'utf8')
  return Array.from(
    script.matchAll(/create index if not exists members_[^;]+;/g),
    ([statement]) => statement,
  )
}

const nameIn = (statement: string) => /members_\w+/.exec(statement)?.[0] ?? ''

/** Filling is faster without the indexes, which are built afterwards. */
export const dropIndexes = (): string =>
  indexStatements()
    .map((statement) => `drop index ${nameIn(statement)};`)
    .join(' ')

export const createIndexes = (): string => indexStatements().join(' ')

/** The two indexes whose cost for writes is measured. */
export const DROP_TRIGRAMS = 'drop index members_email_trigrams, members_nickname_trigrams'

const DOMAINS = `array['naver.com', 'gmail.com', 'daum.net', 'kakao.com', 'harbor.example']`
const FAMILY = `array['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임']`
const GIVEN = `array['민준', '서연', '도윤', '지우', '하은', '시우', '수아', '예준', '지민', '유진']`
const WORDS = `array['moon', 'river', 'tiger', 'cloud', 'stone', 'maple', 'ocean', 'candle']`

/** Inserts members with Latin and Hangul nicknames in turn, and one order each. */
export function fillMembers(members: number): string {
  return `set session_replication_role = replica;
    insert into members (id, email, password_hash, nickname, language, wallet_address, referral_code,
        terms_agreed_at, privacy_agreed_at, created_at) overriding system value
      select i, substr(md5(i::text), 1, 6) || '.' || (${WORDS})[1 + i % 8] || i || '@'
          || (${DOMAINS})[1 + i % 5], 'none',
        case when i % 2 = 0 then (${WORDS})[1 + i / 2 % 8] || substr(md5('n' || i), 1, 4) || i
          else (${FAMILY})[1 + i / 2 % 10] || (${GIVEN})[1 + i / 20 % 10] || (${GIVEN})[1 + i / 200 % 10]
            || i end,
        case when i % 2 = 0 then 'en' else 'ko' end, '0x' || md5('w' || i) || substr(md5('v' || i), 1, 8),
        'G' || i, now(), now(), timestamptz '2026-01-01' + i * interval '10 seconds'
      from generate_series(1, ${members}) i;
    insert into credit_packages (id, position, credit, price, chain_id, on_sale, created_at)
      overriding system value values (1, 1, 100, 1, 1, true, now());
    insert into orders (id, member_id, package_id, quantity, pay_type, price, state, tx_hash, created_at)
      overriding system value
      select i, i, 1, 1, 'XP', 100, 'OPEN', '0x' || md5('t' || i) || md5('u' || i), now()
      from generate_series(1, ${members}) i;
    select setval(pg_get_serial_sequence('members', 'id'), ${members})`
}
