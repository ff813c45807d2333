import type { AlarmRule } from '@solstice/rules/alarm'
import type { Language } from './messages.ts'

/**
 * The sentence of each alarm, in mails and in the console. Values are named in braces; both
 * languages use the same ones.
 */
const ALARM_TEXTS: Record<AlarmRule, Record<Language, string>> = {
  XP_PACE: {
    en: '{season}: members have earned {percent} % of the XP planned so far.',
    ko: '{season}: 지금까지 지급된 XP가 계획의 {percent}%입니다.',
  },
  WHEEL_ODDS: {
    en: '{season}: the wheel deviates from its declared odds ({spins} spins, p = {p}).',
    ko: '{season}: 룰렛 결과가 공개된 확률과 다릅니다(룰렛 {spins}회, p = {p}).',
  },
  MISSION_LIMIT: {
    en: '{season}: “{mission}” has {left} of {limit} completions left.',
    ko: '{season}: ‘{mission}’ 미션은 {limit}회 중 {left}회 남았습니다.',
  },
  STOCK_LOW: {
    en: '{season}: “{product}” has {left} of {stock} left in stock.',
    ko: '{season}: ‘{product}’ 재고가 {stock}개 중 {left}개 남았습니다.',
  },
  INVITE_BUDGET: {
    en: '{season}: {percent} % of the budget for invitations is promised.',
    ko: '{season}: 초대 예산의 {percent}%가 약속됐습니다.',
  },
  PAYOUT_HELD: {
    en: '{count} payouts are held, the oldest for more than 24 hours.',
    ko: '보류된 지급이 {count}건 있고, 가장 오래된 건은 24시간이 넘었습니다.',
  },
  TREASURY_LOW: {
    en: 'The treasury balance on chain {chainId} is too low for the waiting payouts.',
    ko: '체인 {chainId}의 금고 잔액이 대기 중인 지급액보다 적습니다.',
  },
  TREASURY_FROZEN: {
    en: 'Payouts are frozen.',
    ko: '지급이 동결됐습니다.',
  },
  COVER_SHORT: {
    en: '{symbol} on chain {chainId} runs out on {day}: the treasury covers {days} of the next seven days.',
    ko: '체인 {chainId}의 {symbol}이(가) {day}에 바닥납니다. 금고는 앞으로 7일 중 {days}일치만 감당합니다.',
  },
  REFUND_WAITING: {
    en: '{count} refunds wait for a decision, the oldest for more than 24 hours.',
    ko: '결정을 기다리는 환불이 {count}건 있고, 가장 오래된 건은 24시간이 넘었습니다.',
  },
  HOLD_WAITING: {
    en: '{count} fair-play holds wait for a decision or an answer, the oldest for more than 48 hours.',
    ko: '결정이나 답변을 기다리는 공정 참여 보류가 {count}건 있고, 가장 오래된 건은 48시간이 넘었습니다.',
  },
  JOB_DEAD: {
    en: '{count} jobs of the kind {kind} have failed permanently.',
    ko: '{kind} 작업 {count}건이 최종 실패했습니다.',
  },
  JOBS_LATE: {
    en: 'Jobs are {seconds} seconds late, first of all {kind}.',
    ko: '작업이 {seconds}초 늦어지고 있습니다. 가장 늦은 작업은 {kind}입니다.',
  },
  FAULTS: {
    en: 'The server has returned {perMinute} faults (9999) a minute for five minutes.',
    ko: '서버가 5분 동안 분당 {perMinute}건의 오류(9999)를 반환했습니다.',
  },
  PUSHES_DROPPED: {
    en: '{dropped} of {all} pushes of the last hour were dropped.',
    ko: '지난 1시간의 푸시 {all}건 중 {dropped}건이 전달되지 않았습니다.',
  },
  LEDGER_BROKEN: {
    en: 'The verification of the ledger found {problems} problems.',
    ko: '원장 검증에서 문제 {problems}건이 발견됐습니다.',
  },
  AUDIT_BROKEN: {
    en: 'The audit log is broken from entry {entry} on.',
    ko: '감사 기록이 {entry}번 항목부터 손상됐습니다.',
  },
  BOOKS_DIFFER: {
    en: '{network}: the treasury differs from its books by {difference} {symbol} at block {block}. Transactions: {transfers}',
    ko: '{network}: 블록 {block} 기준 금고 잔액과 장부의 차이가 {difference} {symbol}입니다. 거래: {transfers}',
  },
  BOOKS_SILENT: {
    en: '{network}: the treasury has not been reconciled with the chain since {since}.',
    ko: '{network}: {since} 이후 금고와 체인의 대사가 이루어지지 않았습니다.',
  },
  OPERATOR_LOGINS: {
    en: 'An operator’s sign-in failed {count} times within 15 minutes.',
    ko: '운영자 로그인이 15분 안에 {count}번 실패했습니다.',
  },
  OPERATOR_ADJUSTMENTS: {
    en: '{name} made {today} adjustments today; on other days the mean is {mean}.',
    ko: '{name} 님이 오늘 잔액을 {today}번 조정했습니다. 다른 날 평균은 {mean}번입니다.',
  },
  SCHEDULE_SUSPENDED: {
    en: '{season} was not published as scheduled: {problems} problems.',
    ko: '{season} 시즌이 예약대로 게시되지 않았습니다. 문제가 {problems}건 있습니다.',
  },
}

/** Returns the sentence of an alarm; a value that is missing stays empty. */
export function alarmText(
  rule: AlarmRule,
  values: Readonly<Record<string, string | number>>,
  language: Language,
): string {
  return ALARM_TEXTS[rule][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    // Probabilities keep their digits; counts get separators.
    return typeof value === 'number' && Number.isInteger(value)
      ? value.toLocaleString(language)
      : String(value)
  })
}
