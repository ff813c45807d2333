import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { networkEndpoints } from '@solstice/contract/network.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatChange, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { History } from '#/shell/history/history.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { networksQuery, pricesQuery, tokensQuery } from './api.ts'
import type { Network, Price, Token } from './api.ts'
import { NetworkDialog } from './network-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** Shows the networks with their nodes, the tokens and the prices, and changes them. */
export function NetworksScreen() {
  const { t } = useTranslation('networks')
  const may = useMay()
  const networks = useQuery(networksQuery)
  const list = networks.data?.list ?? []
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t('title')}
      aside={
        may('network.set') && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('addNetwork')}
          </Button>
        )
      }
    >
      <Networks query={networks} />
      <Tokens networks={list} />
      <Prices />
      <History
        subjects={list.map(({ chainId, networkName }) => [`network:${chainId}`, networkName])}
      />
      {isAdding && <NetworkDialog network={undefined} onClose={() => setAdding(false)} />}
    </Page>
  )
}

type NetworksQuery = ReturnType<typeof useQuery<{ list: Network[] }>>

function Networks({ query }: { query: NetworksQuery }) {
  const { t } = useTranslation('networks')
  const may = useMay()
  const [changed, setChanged] = useState<Network>()
  return (
    <Panel title={t('networks')} isFlush>
      <Loaded query={query} endpoint={networkEndpoints['network.showAll']} failed={t('failed')}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('none')} />
          ) : (
            <Table
              label={t('networks')}
              columns={[
                t('network'),
                { right: t('chainId') },
                t('node'),
                t('secondNode'),
                { right: t('finalAfter') },
                t('historyFrom'),
                { unseen: t('actions') },
              ]}
            >
              {list.map((network) => (
                <tr key={network.chainId}>
                  <td>
                    <b>{network.networkName}</b>{' '}
                    <span className={text.soft}>{network.networkSymbol}</span>
                  </td>
                  <td className={table.right}>{network.chainId}</td>
                  <td>
                    <Node state={network.node} url={network.rpcUrl} />
                  </td>
                  <td>
                    {network.secondRpcUrl === null ? (
                      <span className={text.faint}>{t('noSecond')}</span>
                    ) : (
                      <Node state={network.secondNode} url={network.secondRpcUrl} />
                    )}
                  </td>
                  <td className={table.right}>{t('blocks', { count: network.confirmations })}</td>
                  <td>{t(`explorers.${network.explorer}`)}</td>
                  <td>
                    {may('network.set') && (
                      <div className={table.actions}>
                        <Button
                          size="small"
                          aria-label={t('changeNamed', { name: network.networkName })}
                          onClick={() => setChanged(network)}
                        >
                          {t('change')}
                        </Button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {changed && <NetworkDialog network={changed} onClose={() => setChanged(undefined)} />}
    </Panel>
  )
}

/** A node whose newest block is older serves an old chain. */
const HEAD_OLD_SECONDS = 900

function Node({ state, url }: { state: Network['node']; url: string }) {
  const { t } = useTranslation('networks')
  const spanText = useSpanText()
  return (
    <>
      <NodeBadge state={state} />
      {state?.headAge != null && (
        <span className={classNames(text.small, text.soft)}>
          {' '}
          {t('headAge', { age: spanText(state.headAge * 1000) })}
        </span>
      )}
      <br />
      <code className={text.faint}>{hostOf(url)}</code>
    </>
  )
}

function NodeBadge({ state }: { state: Network['node'] }) {
  const { t } = useTranslation('networks')
  if (state === null) return <Badge>{t('off')}</Badge>
  if (!state.reachable) {
    return (
      <Badge tone="bad" icon="alert">
        {t('silent')}
      </Badge>
    )
  }
  const isOld = (state.headAge ?? 0) > HEAD_OLD_SECONDS
  return (
    <Badge tone={isOld ? 'warn' : 'ok'} icon={isOld ? 'alert' : 'check'}>
      {t(isOld ? 'behind' : 'reachable')}
    </Badge>
  )
}

/** The rest of an address may contain a key of the provider. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function Tokens({ networks }: { networks: readonly Network[] }) {
  const { t } = useTranslation('networks')
  const may = useMay()
  const query = useQuery(tokensQuery)
  const [dialog, setDialog] = useState<Token | 'new'>()
  const nameOf = (chainId: number) =>
    networks.find((each) => each.chainId === chainId)?.networkName ?? chainId
  return (
    <Panel
      title={t('tokens')}
      isFlush
      more={
        may('network.setContract') &&
        networks.length > 0 && (
          <Button size="small" icon="plus" onClick={() => setDialog('new')}>
            {t('addToken')}
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        endpoint={networkEndpoints['network.showContracts']}
        failed={t('tokensFailed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('noTokens')} />
          ) : (
            <Table
              label={t('tokens')}
              columns={[
                t('token'),
                t('network'),
                t('contract'),
                { right: t('decimals') },
                { right: t('agreeAbove') },
                t('state'),
                { unseen: t('actions') },
              ]}
            >
              {list.map((token) => (
                <tr key={token.contractId}>
                  <td>
                    <b>{token.symbol}</b> <span className={text.soft}>{token.name}</span>
                  </td>
                  <td>{nameOf(token.chainId)}</td>
                  <td>
                    {token.address === null ? (
                      t('coin')
                    ) : (
                      <code title={token.address}>
                        {`${token.address.slice(0, 6)}…${token.address.slice(-4)}`}
                      </code>
                    )}
                  </td>
                  <td className={table.right}>{token.decimals}</td>
                  <td className={table.right}>{token.agreeAbove ?? '–'}</td>
                  <td>
                    <Badge tone={token.enabled ? 'ok' : 'plain'}>
                      {t(token.enabled ? 'on' : 'off')}
                    </Badge>
                  </td>
                  <td>
                    {may('network.setContract') && (
                      <div className={table.actions}>
                        <Button
                          size="small"
                          aria-label={t('changeNamed', {
                            name: `${token.symbol}, ${nameOf(token.chainId)}`,
                          })}
                          onClick={() => setDialog(token)}
                        >
                          {t('change')}
                        </Button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {dialog && (
        <TokenDialog
          token={dialog === 'new' ? undefined : dialog}
          networks={networks}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Panel>
  )
}

function Prices() {
  const { t } = useTranslation('networks')
  const may = useMay()
  const query = useQuery(pricesQuery)
  const [changed, setChanged] = useState<Price>()
  return (
    <Panel title={t('prices')} isFlush>
      <Loaded
        query={query}
        endpoint={networkEndpoints['network.showPrices']}
        failed={t('pricesFailed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('noPrices')} />
          ) : (
            <Table
              label={t('prices')}
              columns={[
                t('token'),
                { right: t('price') },
                t('source'),
                { right: t('sourcePrice') },
                { right: t('deviation') },
                { right: t('asOf') },
                { unseen: t('actions') },
              ]}
            >
              {list.map((price) => (
                <tr key={price.symbol}>
                  <td>
                    <b>{price.symbol}</b>
                  </td>
                  <td className={table.right}>
                    {price.priceUsd === null ? t('unknown') : `$${price.priceUsd}`}
                  </td>
                  <td>
                    {price.byHand ? (
                      <Badge tone="warn" icon="user">
                        {t('byHand')}
                      </Badge>
                    ) : (
                      <Badge>{t('automatic')}</Badge>
                    )}
                  </td>
                  <td className={table.right}>
                    {price.sourceUsd === null ? '–' : `$${price.sourceUsd}`}
                  </td>
                  <td
                    className={classNames(
                      table.right,
                      Math.abs(price.deviation ?? 0) >= DEVIATION_LARGE && text.warn,
                    )}
                  >
                    {price.byHand && price.deviation !== null
                      ? `${price.deviation === 0 ? formatNumber(0) : formatChange(price.deviation)} %`
                      : '–'}
                  </td>
                  <td className={classNames(table.right, text.soft)}>
                    {price.at === null ? '–' : formatMinute(price.at)}
                  </td>
                  <td>
                    {may('network.setPrice') && (
                      <div className={table.actions}>
                        <Button
                          size="small"
                          aria-label={t('priceNamed', { symbol: price.symbol })}
                          onClick={() => setChanged(price)}
                        >
                          {t('change')}
                        </Button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {changed && <PriceDialog price={changed} onClose={() => setChanged(undefined)} />}
    </Panel>
  )
}

/** A manual price this far off its source is marked, in percent. */
const DEVIATION_LARGE = 3
