import { inboundMailFixtures } from '../../fixtures/inbound-mail.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: inboundMailFixtures,
  left: {
    'inbound-mail.release': left('inbound-mail.released'),
    'inbound-mail.discard': left('inbound-mail.discarded'),
  },
  limits: {
    'inbound-mail.discard': 'messageId 100',
    'inbound-mail.release': 'messageId 100',
  },
}
