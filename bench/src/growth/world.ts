import { jobKinds } from '../../../apps/server/src/job-kinds.ts'
import type { Database } from '../../../apps/server/src/platform/process/db.ts'
import { createWorker } from '../../../apps/server/src/platform/process/worker.ts'
import { startPushService, type PushService } from '../../../apps/server/test/push-service.ts'
import { startTestApp, type TestApp } from '../../../apps/server/test/test-app.ts'
import { addDevice } from '../../../apps/server/test/test-device.ts'
import { signUpMember, type Browser } from '../../../apps/server/test/test-member.ts'
import { anOperator, type TestOperator } from '../../../apps/server/test/test-operator.ts'
import { aSeason, earnXp } from '../../../apps/server/test/test-season.ts'
import { aCreditPackage, anXpPack, aProduct, give } from '../../../apps/server/test/test-shop.ts'
import { fundTreasury, setStableCaps } from '../../../apps/server/test/test-treasury.ts'
import { aWallet, endPauses, registerWallet } from '../../../apps/server/test/test-wallet.ts'
import type { SeedSeasons } from './seed.ts'

export type Member = Browser & { email: string; userId: number }

/** The server with its seeded members, and what the measured calls are made with. */
export type World = {
  /** Runs only mail jobs after a call, and no job while a call is measured. */
  server: TestApp
  seasonId: number
  productId: number
  packId: number
  packageId: number
  operator: TestOperator
  /** A member in the middle of the ranking, with a PIN, a wallet, a device and balances. */
  resident: Member & { address: string }
  pushService: PushService
  /** Runs a call without jobs, so that all recorded statements are its own. */
  alone: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/** Starts the app on the database of one size. Its clock stands still. */
export async function startServer(database: Database & { url: string }): Promise<TestApp> {
  const server = await startTestApp({ database, withChains: true })
  // All calls come from one address, so its limits would be reached.
  server.ctx.settings.ipLimitFactor = 1_000_000
  return server
}

/** Creates the seasons and the product that the seed refers to. */
export async function makeSeasons(server: TestApp): Promise<SeedSeasons> {
  const earlier = await aSeason(server, { startsInDays: -70 })
  const season = await aSeason(server, { startsInDays: -10 })
  const productId = await aProduct(server, season.seasonId, { price: 20n, givesTickets: 1 })
  return {
    season: { id: season.seasonId, roundId: season.firstRound.roundId, productId },
    earlier: { id: earlier.seasonId, roundId: earlier.firstRound.roundId },
  }
}

/** The kinds that a later call depends on, such as the mail with a code. */
const MAIL_JOBS = jobKinds.filter(({ kind }) => /mail/.test(kind))

export async function makeWorld(started: TestApp, { season }: SeedSeasons): Promise<World> {
  const mails = createWorker(started.ctx, MAIL_JOBS)
  let isAlone = false
  const server: TestApp = {
    ...started,
    worker: { ...mails, runDue: async () => (isAlone ? 0 : mails.runDue()) },
  }
  await fundTreasury(server)
  await setStableCaps(server)
  const pushService = await startPushService()
  const member = await signUpMember(server)
  const { address } = aWallet()
  const world: World = {
    server,
    seasonId: season.id,
    productId: season.productId,
    packId: await anXpPack(server, season.id),
    packageId: await aCreditPackage(server),
    operator: await anOperator(server),
    resident: { ...member, address },
    pushService,
    alone: async (call) => {
      isAlone = true
      return call().finally(() => {
        isAlone = false
      })
    },
  }
  await addDevice(member, pushService)
  world.resident.address = await equip(world, member)
  return world
}

/** Gives a member a PIN, a wallet, a rank in the middle and balances to spend. */
export async function equip({ server, seasonId }: World, member: Member): Promise<string> {
  const wallet = aWallet()
  await registerWallet(member, wallet)
  await endPauses(server, member.userId)
  await earnXp(server, seasonId, new Map([[member.userId, 1000]]))
  await give(server, member.userId, 'XP', 100_000n, `season:${seasonId}`)
  await give(server, member.userId, 'TICKET', 1000n, `season:${seasonId}`)
  return wallet.address
}
