import { randomUUID } from 'node:crypto'
import { payType } from '@solstice/contract/product.schemas'
import type { CallData } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import { idOf, oneOf, OPTIONAL_REASON, optionalReason } from '#/options.ts'
import { table } from '#/table.ts'

type Product = CallData<'product.add'>
type Package = CallData<'credit.addPackage'>

const text = (help: string) => ({ value: 'text', help, required: true }) as const
const key = {
  value: 'text',
  help: 'idempotency key: the same key has one effect (default: a new key)',
} as const
const token = {
  chain: { value: 'chainId', help: 'network for a token price' },
  contract: { value: 'address', help: "token address, or native for the network's coin" },
} as const

export const shopCommands: CommandGroup = {
  title: 'Shop and credit',
  commands: [
    {
      name: 'products list',
      summary: 'All products of a season, including those no longer sold',
      arguments: ['seasonId'],
      run: async (call, given) => {
        const data = await call('product.listAll', {
          params: { seasonId: idOf(given, 'seasonId') },
        })
        return { data, text: data.list.length === 0 ? 'No products.' : productsTable(data.list) }
      },
    },
    {
      name: 'products add',
      summary: 'Adds a product to the shop of a season, in both languages',
      arguments: ['seasonId'],
      options: {
        'name-en': text('in English'),
        'name-ko': text('in Korean'),
        'text-en': text('description in English'),
        'text-ko': text('description in Korean'),
        pay: { value: 'type', help: `one of ${payType.options.join(', ')}`, required: true },
        price: { value: 'amount', help: 'whole XP or tickets, or a token amount', required: true },
        ...token,
        'gives-xp': { value: 'number', help: 'spendable XP that the product gives (default: 0)' },
        'gives-tickets': { value: 'number', help: 'tickets (0)' },
        stock: { value: 'number', help: 'stock (default: unlimited)' },
        limit: { value: 'number', help: 'limit per member (default: unlimited)' },
        position: { value: 'number', help: 'position in the list (default: 100)' },
        key,
        ...OPTIONAL_REASON,
      },
      examples: [
        'products add 4 --name-en "500 XP" --name-ko "500 XP" --text-en "To spend." --text-ko "쓸 수 있어요." --pay TOKEN --price 5 --chain 31337 --contract 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --gives-xp 500',
      ],
      run: async (call, given) => {
        const chainId = wholeNumberOf(given, 'chain')
        const contract = given.option('contract')
        const both = (name: string) => ({
          en: given.option(`${name}-en`) ?? '',
          ko: given.option(`${name}-ko`) ?? '',
        })
        const data = await call(
          'product.add',
          {
            params: { seasonId: idOf(given, 'seasonId') },
            body: {
              name: both('name'),
              description: both('text'),
              payType: oneOf(payType.options, given.option('pay') ?? '', '--pay'),
              price: priceOf(given),
              ...(chainId === undefined ? {} : { chainId }),
              ...(contract === undefined ? {} : { contract }),
              givesXp: wholeNumberOf(given, 'gives-xp') ?? 0,
              givesTickets: wholeNumberOf(given, 'gives-tickets') ?? 0,
              stock: wholeNumberOf(given, 'stock') ?? null,
              perUserLimit: wholeNumberOf(given, 'limit') ?? null,
              position: wholeNumberOf(given, 'position') ?? 100,
              ...optionalReason(given),
            },
          },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        return { data, text: productsTable([data]) }
      },
    },
    {
      name: 'products change',
      summary: 'Changes stock and limit of a product, or stops its sale',
      arguments: ['productId'],
      options: {
        stock: { value: 'number', help: 'new stock whatever was sold meanwhile, or endless' },
        add: { value: 'number', help: 'units to add to the stock that is left' },
        remove: { value: 'number', help: 'units to remove from the stock that is left' },
        limit: { value: 'number', help: 'new limit per member, or endless' },
        on: { help: 'resumes the sale' },
        off: { help: 'sells it no more; open orders stay open' },
        ...OPTIONAL_REASON,
      },
      run: async (call, given) => {
        if (given.has('on') && given.has('off')) throw new UsageError('Use either --on or --off')
        if (['stock', 'add', 'remove'].filter((name) => given.has(name)).length > 1) {
          throw new UsageError('Use one of --stock, --add and --remove')
        }
        const stock = numberOrUnlimited(given, 'stock')
        const removed = wholeNumberOf(given, 'remove')
        const stockChange = removed === undefined ? wholeNumberOf(given, 'add') : -removed
        const perUserLimit = numberOrUnlimited(given, 'limit')
        const data = await call('product.change', {
          params: { productId: idOf(given, 'productId') },
          body: {
            ...(stock === undefined ? {} : { stock }),
            ...(stockChange === undefined ? {} : { stockChange }),
            ...(perUserLimit === undefined ? {} : { perUserLimit }),
            ...(given.has('on') || given.has('off') ? { onSale: given.has('on') } : {}),
            ...optionalReason(given),
          },
        })
        return { data, text: productsTable([data]) }
      },
    },
    {
      name: 'credit list',
      summary: 'All credit packages, including those no longer sold',
      run: async (call) => {
        const data = await call('credit.listAll', {})
        return { data, text: data.list.length === 0 ? 'No packages.' : packagesTable(data.list) }
      },
    },
    {
      name: 'credit add',
      summary: 'Adds a credit package',
      arguments: ['credit'],
      options: {
        price: { value: 'amount', help: 'amount of the token', required: true },
        chain: { ...token.chain, required: true },
        contract: { ...token.contract, required: true },
        position: { value: 'number', help: 'position in the list (default: 100)' },
        key,
        ...OPTIONAL_REASON,
      },
      run: async (call, given) => {
        const data = await call(
          'credit.addPackage',
          {
            body: {
              credit: idOf(given, 'credit'),
              price: priceOf(given),
              chainId: wholeNumberOf(given, 'chain') ?? 0,
              contract: given.option('contract') ?? '',
              position: wholeNumberOf(given, 'position') ?? 100,
              ...optionalReason(given),
            },
          },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        return { data, text: packagesTable([data]) }
      },
    },
    {
      name: 'credit sell',
      summary: 'Starts or stops the sale of a credit package',
      arguments: ['packageId'],
      options: { off: { help: 'no longer' }, ...OPTIONAL_REASON },
      run: async (call, given) => {
        const data = await call('credit.changePackage', {
          params: { packageId: idOf(given, 'packageId') },
          body: { onSale: !given.has('off'), ...optionalReason(given) },
        })
        return { data, text: packagesTable([data]) }
      },
    },
  ],
}

function wholeNumberOf(given: Given, name: string): number | undefined {
  const text = given.option(name)
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

function numberOrUnlimited(given: Given, name: string): number | null | undefined {
  return given.option(name) === 'endless' ? null : wholeNumberOf(given, name)
}

function priceOf(given: Given): string {
  const text = given.option('price') ?? ''
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError('--price takes an amount such as 5 or 0.5')
  return text
}

const left = (count: number | null): string => (count === null ? '-' : String(count))

function productsTable(list: readonly Product[]): string {
  const right = { align: 'right' } as const
  return table(
    [
      { title: 'Id', ...right },
      { title: 'Name', max: 28 },
      { title: 'Price', ...right },
      { title: 'XP', ...right },
      { title: 'Tickets', ...right },
      { title: 'Stock', ...right },
      { title: 'Each', ...right },
      { title: 'Sold' },
    ],
    list.map((product) => [
      String(product.productId),
      product.name.en,
      product.price,
      String(product.givesXp),
      String(product.givesTickets),
      left(product.stock),
      left(product.perUserLimit),
      product.onSale ? 'yes' : 'no',
    ]),
  )
}

function packagesTable(list: readonly Package[]): string {
  const right = { align: 'right' } as const
  return table(
    [
      { title: 'Id', ...right },
      { title: 'Credit', ...right },
      { title: 'Price', ...right },
      { title: 'Chain', ...right },
      { title: 'Sold' },
    ],
    list.map((each) => [
      String(each.packageId),
      String(each.credit),
      each.price,
      String(each.chainId),
      each.onSale ? 'yes' : 'no',
    ]),
  )
}
