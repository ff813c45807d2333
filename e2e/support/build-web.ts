import { buildWebIfStale } from '../../tools/web-build.ts'

export default async function setUp(): Promise<void> {
  await buildWebIfStale()
}
