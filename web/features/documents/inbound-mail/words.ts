import type { InboundMessage } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { type SenderState, senderState } from '../../../../schema/documents/inbound-mail/values.ts'
import type { State } from '../../../ui/status-badge.tsx'

const STATES: Record<SenderState, State> = {
  VERIFIED: { tone: 'positive', label: 'Verified sender' },
  UNVERIFIED: { tone: 'neutral', label: 'Sender not verified' },
  SUSPICIOUS: { tone: 'negative', label: 'May be forged' },
}

/** Whether the From address can be trusted, as a word with a shape. */
export const senderBadge = ({ authentication }: Pick<InboundMessage, 'authentication'>): State =>
  STATES[senderState(authentication)]

/** "SPF pass, DKIM pass, DMARC none", for people who want to know why. */
export const checksSentence = ({ spf, dkim, dmarc }: InboundMessage['authentication']): string =>
  `SPF ${spf.toLowerCase()}, DKIM ${dkim.toLowerCase()}, DMARC ${dmarc.toLowerCase()}`
