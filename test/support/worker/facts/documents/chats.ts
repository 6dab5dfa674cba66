import { chatFixtures } from '../../fixtures/chats.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: chatFixtures,
  left: {
    'threads.create-chat-thread': left(),
    'threads.ask-assistant': left('document.asked', 'chat.answer'),
  },
  limits: {
    'threads.ask-assistant': 'content 1000',
  },
}
