import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  BEN,
  aDevnet,
  aFolder,
  ada,
  balance,
  chainOf,
  closeAll,
  head,
  receipt,
  sent,
  signed,
} from './test-devnet.ts'

afterEach(closeAll)

describe('a restart', () => {
  test('restores the head, balances and history of a chain', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    const chain = chainOf(first)
    await first.welcome(ada.address)
    await chain.control.mine(3)
    const hashes = [await sent(chain, 0), await sent(chain, 1, { value: 9n })]
    // Reading pending state must not change what is mined.
    await chain.node.call('eth_getBlockByNumber', ['pending', true])
    await chain.node.call('eth_estimateGas', [{ from: ada.address, to: BEN, value: '0x1' }])
    await chain.control.mine(2)
    const before = await head(chain)
    await first.close()

    const again = chainOf(await aDevnet({ folder }))

    expect(await head(again)).toEqual(before)
    expect(await balance(again, BEN)).toBe(14n)
    expect(await receipt(again, hashes[1])).toMatchObject({ status: '0x1' })
  })

  test('retains a transaction that was accepted right before an orderly stop', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    await chainOf(first).faucet.send(BEN, { native: '2' })
    await first.close()

    expect(await balance(chainOf(await aDevnet({ folder })), BEN)).toBe(2n * 10n ** 18n)
  })

  test('mines the blocks that a transaction still needs for finality', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    await chainOf(first).faucet.send(BEN, { native: '2' })
    await chainOf(first).control.mine(1)
    const mined = Number((await head(chainOf(first))).number)
    await first.close()

    const again = chainOf(await aDevnet({ folder, blockMs: 5 }))

    await expect.poll(async () => Number((await head(again)).number)).toBe(mined + 4)
  })

  test('drops a block that was only partly written and loses nothing else', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    await chainOf(first).faucet.send(BEN, { native: '2' })
    await chainOf(first).control.mine(1)
    const before = await head(chainOf(first))
    await first.close()
    appendFileSync(join(folder, '31337.journal'), '[1782201700,["0x02f8')

    const again = chainOf(await aDevnet({ folder }))
    expect(await head(again)).toEqual(before)

    await again.control.mine(1)
    const lines = readFileSync(join(folder, '31337.journal'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(2)
  })

  test('rejects a modified journal with a clear message', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    await first.close()
    appendFileSync(join(folder, '31337.journal'), `[1782201700,[],"0x${'0'.repeat(64)}"]\n`)

    await expect(aDevnet({ folder })).rejects.toThrow('Chain 31337 does not replay: block 2')
  })

  test('preserves a roll-back', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    const chain = chainOf(first)
    await chain.faucet.send(BEN, { native: '2' })
    await chain.control.mine(2)
    await chain.control.rollBack(2, 'drop')
    await chain.control.mine(1)
    const before = await head(chain)
    await first.close()

    const again = chainOf(await aDevnet({ folder }))
    expect(await head(again)).toEqual(before)
    expect(await balance(again, BEN)).toBe(0n)
  })

  test('replays transactions that arrived out of order and accepts one again that was never mined', async () => {
    const folder = aFolder()
    const first = await aDevnet({ folder })
    const chain = chainOf(first)
    await chain.faucet.send(ada.address, { native: '1' })
    await chain.control.mine(1)
    await sent(chain, 1, { value: 9n })
    // This block cannot include the transaction yet.
    await chain.control.mine(1)
    await sent(chain, 0)
    await chain.control.mine(1)
    const early = await signed(chain, 3, { value: 7n })
    await chain.node.call('eth_sendRawTransaction', [early])
    await chain.control.mine(1)
    const before = await head(chain)
    expect(await balance(chain, BEN)).toBe(14n)
    await first.close()

    const again = chainOf(await aDevnet({ folder }))
    const mined = await again.node.call('eth_getBlockByHash', [before.hash, false])
    expect(mined).toEqual(before)
    await again.node.call('eth_sendRawTransaction', [early])
    await sent(again, 2)
    await again.control.mine(1)

    expect(await balance(again, BEN)).toBe(26n)
  })
})
