import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { networkSchemas } from '@solstice/contract/network.schemas'
import { SettingsError } from '#/platform/process/env.ts'

const fileSchema = z.array(
  networkSchemas['network.set'].body.omit({ reason: true }).extend({
    chainId: z.int().positive(),
    contracts: z.array(
      networkSchemas['network.setContract'].body.omit({ reason: true }).extend({
        /** Null is the network's own coin. */
        address: z.string().nullable(),
      }),
    ),
  }),
)

export type NetworksFile = z.output<typeof fileSchema>

/** Reads the networks of the setting NETWORKS; docs/networks.example.json is an example. */
export async function readNetworksFile(path: string): Promise<NetworksFile> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new SettingsError([`NETWORKS: ${path} cannot be used: ${why}`])
  }
}
