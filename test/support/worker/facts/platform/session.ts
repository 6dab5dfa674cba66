import { sessionFixtures } from '../../fixtures/session.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: sessionFixtures,
  left: {
    'members.confirm-address-change': left('member.address-confirmed', 'directory.people member.address'),
    'session.send-login-link': left('', 'session.login-link'),
    'session.clear': left('session.signed-out'),
    'session.create-company-token': left(),
    'session.create-impersonation-token': left(),
    'session.create-reverse-impersonation-token': left(),
    'session.end-own': left('session.signed-out-everywhere'),
    'session.create-from-login-token': left('session.signed-in'),
    'shell.report-error': left(),
  },
  limits: {
    'members.confirm-address-change': 'token 200',
    'members.read-address-change': 'token 200',
    'session.create-from-login-token': 'loginTokenId 200',
    'session.create-impersonation-token': 'reason 500',
    'session.preview-login-token': 'loginTokenId 200',
    'session.send-login-link': 'email 254',
    'shell.report-error': 'message 1000; stack 8000; where 200; path 500',
  },
  viewing: [
    'session.create-from-login-token',
    'session.create-reverse-impersonation-token',
    'session.clear',
    'session.send-login-link',
    'shell.report-error',
  ],
}
