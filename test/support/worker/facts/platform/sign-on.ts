import { signOnFixtures } from '../../sign-on/fixtures.ts'
import { ownMethodFixtures } from '../../sign-on/own-fixtures.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...signOnFixtures, ...ownMethodFixtures },
  left: {
    'sign-on.begin': left(),
    'sign-on.begin-linking': left(),
    'sign-on.finish': left('session.method-linked'),
    'sign-on.unlink-of-member': left('member.method-unlinked', 'sign-on.methods-changed'),
    'sign-on.unlink-method': left('member.method-unlinked', 'sign-on.methods-changed'),
    'sso-integrations.begin-test': left(),
    'sso-integrations.check-domain': left('company.login-domain-proven'),
    'sso-integrations.save-methods': left('company.microsoft-tenant-set company.features-changed'),
    'sso-integrations.save-required': left(),
    'sso-integrations.save-okta': left('company.okta-configured'),
    'sso-integrations.save-okta-saml': left('company.saml-configured'),
  },
  limits: {
    'sign-on.begin': 'email 254',
    'sign-on.finish': 'provider 100; answer 8000',
    'sign-on.methods': 'domain 253',
    'sso-integrations.check-domain': 'domain 253',
    'sso-integrations.save-methods': 'methods[] 5',
    'sso-integrations.save-required': 'breakGlassUserIds[] 5',
    'sso-integrations.save-okta-saml':
      'samlMetadataUrl 2000; samlMetadata 1000000; loginDomains[] 20; loginDomains[] 253',
    'sso-integrations.save-okta': 'domain 200; clientId 200; clientSecret 500; loginDomains[] 20; loginDomains[] 253',
  },
  viewing: ['sign-on.begin', 'sign-on.finish'],
}
