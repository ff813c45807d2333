import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '@solstice/contract/openapi'
import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import { QUIZ_QUESTIONS } from '../../apps/server/src/demo/quiz-questions.ts'
import { ROOT } from '../run-step.ts'

/** The folder of the mission types in each package, and the file that each type registers. */
const MISSION_FOLDERS = {
  'packages/rules/src/missions': (type: string) => `${type}.rules.ts`,
  'packages/contract/src/missions': (type: string) => `${type}.schemas.ts`,
  'apps/server/src/modules/mission': (type: string) => `${type}.service.ts`,
  'apps/web/src/features/mission': (type: string) => `${type}.mission.tsx`,
  'apps/web/src/preview/missions': (type: string) => `${type}.preview.ts`,
}

const folderOf = (type: string) => type.toLowerCase().replaceAll('_', '-')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const cases = MISSION_TYPES.flatMap((type) =>
  Object.entries(MISSION_FOLDERS).map(
    ([home, fileOf]) => [type, home, fileOf(folderOf(type))] as const,
  ),
)

test.each(cases)('%s has its folder and one line in the registry of %s', (type, home, file) => {
  expect(existsSync(join(ROOT, home, folderOf(type), file))).toBe(true)
  expect(read(`${home}/registry.ts`).match(new RegExp(`^  ${type}: \\w+,$`, 'gm'))).toHaveLength(1)
})

/** Lists source files outside the types' folders that name a type, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'apps/console/src/features/member/actions/adjustment.ts': 'TICKET is an asset',
  'apps/console/src/shell/approval-sentence.ts': 'TICKET is a way to pay',
  'apps/server/src/demo/demo.queries.ts': 'TICKET is a way to pay',
  'apps/server/src/demo/guest-book.ts': 'the mission of the demo that is signed in the app',
  'apps/server/src/demo/season-plan.ts': 'the plan of the demo season',
  'apps/server/src/demo/shop.ts': 'TICKET is a way to pay',
  'apps/server/src/modules/explanation/history.explainer.ts': 'TICKET is an asset',
  'apps/server/src/modules/explanation/order.explainer.ts': 'TICKET is an asset',
  'apps/server/src/modules/explanation/purchase.ts': 'TICKET is a way to pay',
  'apps/server/src/modules/history/history.service.ts': 'kinds of history entries',
  'apps/server/src/modules/history/ticket-moves.queries.ts': 'TICKET is an asset',
  'apps/server/src/modules/invite/claim.service.ts': 'the invite slice pays its own mission',
  'apps/server/src/modules/invite/terms.service.ts': 'the invite slice explains its own mission',
  'apps/server/src/modules/member/order-name.ts': 'TICKET is a way to pay',
  'apps/server/src/modules/member/timeline-programme.queries.ts': 'TICKET is an asset',
  'apps/server/src/modules/member/timeline.queries.ts': 'kinds of history entries',
  'apps/server/src/modules/mission/award.service.ts': 'TICKET is an asset, SPIN a ledger account',
  'apps/server/src/modules/mission/mission.queries.ts': 'TICKET is an asset',
  'apps/server/src/modules/mission/proven.service.ts': 'EARN and PARTNER share their proofs',
  'apps/server/src/modules/order/order.service.ts': 'TICKET is a way to pay, PURCHASE a kind',
  'apps/server/src/modules/order/order.table.ts': 'TICKET is a way to pay, PURCHASE a kind',
  'apps/server/src/modules/order/payment-settle.service.ts': 'TICKET is an asset',
  'apps/server/src/modules/points-log/posting-histories.queries.ts': 'kinds of history entries',
  'apps/server/src/modules/product/product-plan.service.ts': 'TICKET is a way to pay',
  'apps/server/src/modules/product/product.service.ts': 'TICKET is an asset',
  'apps/server/src/modules/product/product.table.ts': 'TICKET is an asset',
  'apps/server/src/modules/recap/recap.queries.ts': 'SPIN is a kind of history entries',
  'apps/server/src/modules/refund/refund-decision.service.ts': 'TICKET is a way to pay',
  'apps/server/src/modules/refund/refund.service.ts': 'TICKET is an asset, PURCHASE a kind',
  'apps/server/src/modules/season/season.queries.ts': 'TICKET is an asset',
  'apps/console/src/features/books/books-search.ts': 'SPIN is a ledger account, TICKET an asset',
  'apps/console/src/features/books/unit-name.ts': 'SPIN is a kind of postings',
  'apps/server/src/modules/books/books.table.ts': 'SPIN is a ledger account',
  'packages/contract/src/books.schemas.ts': 'SPIN is a ledger account',
  'apps/server/src/modules/statistics/season-day.ts': 'TICKET is an asset',
  'apps/server/src/platform/books/histories.table.ts': 'kinds of history entries',
  'apps/server/src/platform/books/ledger.ts': 'SPIN is a ledger account',
  'apps/web/src/features/history/entry-icon.tsx': 'kinds of history entries',
  'apps/web/src/features/points-log/log-state.ts': 'TICKET is an asset',
  'apps/web/src/features/points-log/log-warning.tsx': 'kinds of ledger postings',
  'apps/web/src/features/mission/api.ts': 'EARN and PARTNER share a screen',
  'apps/web/src/features/mission/mission-rules.tsx': 'the rules page explains two fixed missions',
  'apps/web/src/features/mission/moment-kind.ts':
    'a prize is celebrated by its odds, stars are PARTNER',
  'apps/web/src/features/mission/proven/mission-art.ts': 'EARN and PARTNER share a screen',
  'apps/web/src/features/mission/proven/proof-guide.tsx': 'EARN and PARTNER share a screen',
  'apps/web/src/features/mission/proven/proof.tsx': 'EARN and PARTNER share a screen',
  'apps/web/src/features/mission/proven/reward-strip.tsx': 'EARN and PARTNER share a screen',
  'apps/web/src/features/mission/today.tsx': 'home shows three fixed missions',
  'apps/web/src/features/shop/product-screen.tsx': 'TICKET is a way to pay',
  'apps/web/src/features/shop/product-view.ts': 'TICKET is a way to pay, PURCHASE a kind',
  'apps/web/src/features/shop/product-texts.ts': 'TICKET is a way to pay',
  'apps/web/src/features/shop/shop-screen.tsx': 'TICKET is a way to pay',
  'packages/contract/src/explanation-texts/shape.ts': 'TICKET is a unit of amounts',
  'packages/contract/src/history.schemas.ts': 'kinds of history entries',
  'packages/contract/src/notice-campaign.schemas.ts': 'actions that a campaign may cause',
  'packages/contract/src/product.schemas.ts': 'TICKET is a way to pay',
  'packages/contract/src/refund-answers.ts': 'TICKET is a unit of prices',
  'apps/console/src/features/shop/add-product.tsx': 'TICKET is a way to pay',
  'apps/console/src/features/shop/product-table.tsx': 'TICKET is a unit of amounts',
  'apps/console/src/shell/price-text.ts': 'TICKET is a unit of amounts',
  'apps/server/src/modules/notice/audience.queries.ts': 'an audience names the last check-in',
  'apps/server/src/modules/notice/effect.service.ts': 'the effect of a campaign counts check-ins',
  'apps/server/src/modules/notice/outcome.queries.ts': 'the effect of a campaign counts check-ins',
  'apps/server/src/modules/refund/refund-queue.queries.ts': 'TICKET is an asset',
  'apps/server/src/modules/refund/refund-queue.service.ts': 'TICKET is an asset',
  'packages/points-log/src/test-settled-round.ts': 'kinds of ledger postings',
  'packages/rules/src/alert.ts': 'codes and settings of alerts',
  'packages/rules/src/approval.ts': 'TICKET is an asset',
  'packages/rules/src/asset.ts': 'TICKET is an asset',
  'packages/rules/src/planned-product.ts': 'TICKET is a way to pay',
  'packages/rules/src/refund.ts': 'TICKET is a way to pay',
  'packages/rules/src/round.ts': 'kinds of ledger postings',
  'packages/rules/src/test-season-plan.ts': 'the plan used by tests',
}

test('no other source file names a mission type', () => {
  const named = new RegExp(`['"](${MISSION_TYPES.join('|')})['"]`)
  const folders = MISSION_TYPES.flatMap((type) =>
    Object.keys(MISSION_FOLDERS).map((home) => `${home}/${folderOf(type)}/`),
  )
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], {
    cwd: ROOT,
  }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !folders.some((folder) => file.startsWith(folder)),
  )

  const found = files.filter((file) => named.test(read(file)))

  expect(files.length).toBeGreaterThan(900)
  expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test("no file of the web or the contract contains the quiz's secret fields", () => {
  const files = globSync(
    ['packages/contract/src/**/*.ts', 'apps/web/{src,public}/**/*.{ts,tsx,json,svg}'],
    { cwd: ROOT },
  ).filter((file) => !/\.test\.tsx?$/.test(file))
  const secrets = QUIZ_QUESTIONS.flatMap(({ explanation: { en, ko } }) => [en, ko])

  const leaks = files.filter((file) => {
    const text = read(file)
    return secrets.some((secret) => text.includes(secret))
  })

  expect(secrets.length).toBeGreaterThan(0)
  expect(leaks).toEqual([])
})

test('the OpenAPI document contains no correct answer of the demo season and no explanation', () => {
  const document = JSON.stringify(openApiDocument('9.9.9'))
  const secrets = QUIZ_QUESTIONS.flatMap(({ options, answer, explanation }) =>
    [options[answer], explanation].flatMap((texts) => (texts ? [texts.en, texts.ko] : [])),
  )

  expect(secrets).toHaveLength(QUIZ_QUESTIONS.length * 4)
  expect(secrets.filter((secret) => document.includes(secret))).toEqual([])
})
