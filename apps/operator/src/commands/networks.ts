import { explorer } from '@solstice/contract/network.schemas'
import type { CallData } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import { idOf, oneOf, REASON, reasonOf } from '#/options.ts'
import { facts, table } from '#/table.ts'

type Network = CallData<'network.set'>
type Contract = CallData<'network.setContract'>

const off = { help: 'hide it from members' } as const
const switchedOff = (enabled: boolean) => (enabled ? 'yes' : 'no')

export const networksCommands: CommandGroup = {
  title: 'Networks, tokens and prices',
  commands: [
    {
      name: 'networks list',
      summary: 'All networks, including disabled ones',
      run: async (call) => {
        const data = await call('network.showAll', {})
        return { data, text: networksTable(data.list) }
      },
    },
    {
      name: 'networks set',
      summary: 'Adds or changes a network; its node has to answer for this chain',
      arguments: ['chainId'],
      options: {
        name: { value: 'text', help: 'the name that members see', required: true },
        symbol: { value: 'text', help: 'symbol of its coin, such as ETH', required: true },
        rpc: { value: 'url', help: 'the node that wallets and the server use', required: true },
        second: {
          value: 'url',
          help: 'a second node, which must confirm large amounts (default: none)',
        },
        scan: { value: 'url', help: 'the explorer that members open (default: none)' },
        confirmations: { value: 'number', help: 'blocks until a payment is final (default: 12)' },
        explorer: {
          value: 'source',
          help: `one of ${explorer.options.join(', ')} (default: ETHERSCAN)`,
        },
        off,
        ...REASON,
      },
      examples: [
        'networks set 56 --name "BNB Smart Chain" --symbol BNB --rpc https://bsc-dataseed.bnbchain.org --scan https://bscscan.com --reason "Members ask for it"',
      ],
      run: async (call, given) => {
        const data = await call('network.set', {
          params: { chainId: idOf(given, 'chainId') },
          body: {
            networkName: given.option('name') ?? '',
            networkSymbol: given.option('symbol') ?? '',
            rpcUrl: given.option('rpc') ?? '',
            scanUrl: given.option('scan') ?? '',
            confirmations: wholeNumberOf(given, 'confirmations', 12),
            explorer: oneOf(
              explorer.options,
              given.option('explorer') ?? 'ETHERSCAN',
              '--explorer',
            ),
            enabled: !given.has('off'),
            secondRpcUrl: given.option('second') ?? null,
            reason: reasonOf(given),
          },
        })
        return { data, text: networkPage(data) }
      },
    },
    {
      name: 'contracts list',
      summary: 'All coins and tokens, with their prices',
      run: async (call) => {
        const data = await call('network.showContracts', {})
        return { data, text: contractsTable(data.list) }
      },
    },
    {
      name: 'contracts set',
      summary: "Adds or changes a token by its address, or a network's coin by the word native",
      arguments: ['chainId', 'address'],
      options: {
        name: { value: 'text', help: 'the name that members see', required: true },
        symbol: { value: 'text', help: 'such as USDC', required: true },
        decimals: { value: 'number', help: 'decimals of the contract (default: 18)' },
        logo: { value: 'url', help: 'a picture (none)' },
        'agree-above': {
          value: 'amount',
          help: 'amount above which both nodes must agree (default: one node is enough)',
        },
        off,
        ...REASON,
      },
      examples: [
        'contracts set 1 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --name "USD Coin" --symbol USDC --decimals 6 --reason "Members ask for it"',
        'contracts set 1 native --name Ether --symbol ETH --reason "Members ask for it"',
      ],
      run: async (call, given) => {
        const data = await call('network.setContract', {
          params: { chainId: idOf(given, 'chainId'), contract: given.argument('address') },
          body: {
            name: given.option('name') ?? '',
            symbol: given.option('symbol') ?? '',
            decimals: wholeNumberOf(given, 'decimals', 18),
            logoUrl: given.option('logo') ?? null,
            enabled: !given.has('off'),
            agreeAbove: given.option('agree-above') ?? null,
            reason: reasonOf(given),
          },
        })
        return { data, text: contractsTable([data]) }
      },
    },
    {
      name: 'prices list',
      summary: 'Current prices as members see them',
      run: async (call) => {
        const data = await call('network.showPrices', {})
        const rows = data.list.map(({ symbol, priceUsd, priceChange24h, byHand }) => [
          symbol,
          dollars(priceUsd),
          priceChange24h === null ? '-' : `${priceChange24h} %`,
          byHand ? 'by hand' : 'source',
        ])
        const right = { align: 'right' } as const
        const columns = [
          { title: 'Symbol' },
          { title: 'Price', ...right },
          { title: '24 h', ...right },
          { title: 'From' },
        ]
        return { data, text: rows.length === 0 ? 'No prices.' : table(columns, rows) }
      },
    },
    {
      name: 'prices set',
      summary: 'Sets a fixed price for a symbol in US dollars',
      arguments: ['symbol', 'price'],
      options: REASON,
      examples: ['prices set USDS 1.00 --reason "The source fails"'],
      run: async (call, given) => {
        const [symbol, priceUsd] = [given.argument('symbol'), given.argument('price')]
        if (!/^\d+(\.\d+)?$/.test(priceUsd))
          throw new UsageError('<price> must be a number such as 1.25')
        const data = await call('network.setPrice', {
          params: { symbol },
          body: { priceUsd, reason: reasonOf(given) },
        })
        return { data, text: `${symbol} costs $${priceUsd} until you clear it.` }
      },
    },
    {
      name: 'prices clear',
      summary: 'Removes the fixed price of a symbol',
      arguments: ['symbol'],
      options: REASON,
      run: async (call, given) => {
        const symbol = given.argument('symbol')
        const data = await call('network.setPrice', {
          params: { symbol },
          body: { priceUsd: null, reason: reasonOf(given) },
        })
        return { data, text: `${symbol} uses the price of its source.` }
      },
    },
  ],
}

function wholeNumberOf(given: Given, name: string, otherwise: number): number {
  const text = given.option(name)
  if (text === undefined) return otherwise
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

const dollars = (price: string | null): string => (price === null ? '-' : `$${price}`)

function networksTable(list: readonly Network[]): string {
  if (list.length === 0) return 'No networks.'
  return table(
    [
      { title: 'Chain', align: 'right' },
      { title: 'Name', max: 28 },
      { title: 'Coin' },
      { title: 'Final after', align: 'right' },
      { title: 'History' },
      { title: 'On' },
      { title: 'Node', max: 60 },
    ],
    list.map((network) => [
      String(network.chainId),
      network.networkName,
      network.networkSymbol,
      String(network.confirmations),
      network.explorer,
      switchedOff(network.enabled),
      network.rpcUrl,
    ]),
  )
}

function networkPage(network: Network): string {
  return facts([
    ['Chain', String(network.chainId)],
    ['Name', network.networkName],
    ['Coin', network.networkSymbol],
    ['Node', network.rpcUrl],
    ['Second node', network.secondRpcUrl ?? '-'],
    ['Explorer', network.scanUrl || '-'],
    ['Final after', String(network.confirmations)],
    ['History', network.explorer],
    ['On', switchedOff(network.enabled)],
  ])
}

function contractsTable(list: readonly Contract[]): string {
  if (list.length === 0) return 'No coins or tokens.'
  return table(
    [
      { title: 'Chain', align: 'right' },
      { title: 'Symbol' },
      { title: 'Name', max: 28 },
      { title: 'Decimals', align: 'right' },
      { title: 'Price', align: 'right' },
      { title: 'Agree above', align: 'right' },
      { title: 'On' },
      { title: 'Address' },
    ],
    list.map((contract) => [
      String(contract.chainId),
      contract.symbol,
      contract.name,
      String(contract.decimals),
      dollars(contract.priceUsd),
      contract.agreeAbove ?? '-',
      switchedOff(contract.enabled),
      contract.address ?? 'native',
    ]),
  )
}
