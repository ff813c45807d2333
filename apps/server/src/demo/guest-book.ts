import { GUEST_BOOK_DEPLOYMENT } from '@solstice/contracts/partner-contracts'
import type { Devnet } from '@solstice/devnet/devnet'
import type { PlannedMission } from '@solstice/rules/season-plan'
import { parseFunction } from '@solstice/rules/signing/contract-action'
import { LUMEN } from './season-plan.ts'

/** The book takes 200 bytes, and a character needs at most four. */
const LINE_MAX = 50
const SIGN = 'sign(string line)'

/** A mission of a partner that members complete with a signature in the app. */
export const GUEST_BOOK_MISSION: PlannedMission = {
  missionId: 15,
  type: 'PARTNER',
  category: 'starlight',
  title: { en: 'Sign the guest book', ko: '방명록에 서명하기' },
  description: {
    en: 'Leave a line in Lumen’s guest book. It stays on the network for good.',
    ko: '루멘의 방명록에 한 줄을 남겨 보세요. 네트워크에 계속 남아요.',
  },
  imageUrl: null,
  linkUrl: null,
  rewardXp: 300,
  repeat: 'ONCE',
  proof: {
    kind: 'ONCHAIN',
    chainId: GUEST_BOOK_DEPLOYMENT.chainId,
    requirement: {
      en: 'Your wallet signs the guest book.',
      ko: '내 지갑으로 방명록에 서명해요.',
    },
    check: {
      kind: 'CALLED',
      contract: GUEST_BOOK_DEPLOYMENT.address,
      selector: parseFunction(SIGN)?.selector ?? '',
      action: {
        name: { en: 'Lumen Guest Book', ko: '루멘 방명록' },
        effect: { en: 'One new line in the book', ko: '방명록에 한 줄이 늘어나요' },
        function: SIGN,
        arguments: [
          { kind: 'TEXT', label: { en: 'Your line', ko: '남길 말' }, maxLength: LINE_MAX },
        ],
        value: '0',
      },
    },
  },
  partner: LUMEN,
  maxCompletions: null,
  terms: null,
  enabled: true,
}

/** Deploys the guest book on its local chain, unless it is there already. */
export async function openGuestBook(devnet: Devnet): Promise<void> {
  const { chainId, deployer, address, raw } = GUEST_BOOK_DEPLOYMENT
  const chain = devnet.chains.get(chainId)
  if (!chain || (await chain.node.call('eth_getCode', [address, 'latest'])) !== '0x') return
  await chain.faucet.fundPayer(deployer)
  await chain.node.call('eth_sendRawTransaction', [raw])
  await chain.control.mine(1)
}
