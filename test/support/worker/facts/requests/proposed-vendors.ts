import { proposedVendorFixtures } from '../../fixtures/proposed-vendors.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  suite: 'approvals',
  fixtures: proposedVendorFixtures,
  left: {
    'proposed-vendors.propose': left(),
    'proposed-vendors.settle': left('intake-submission.vendor-replaced', 'vendor-form.follow'),
  },
  limits: {
    'proposed-vendors.propose': 'name 200; website 300; contactName 200; contactEmail 254; country 80',
    'proposed-vendors.settle': 'name 200',
    'proposed-vendors.similar': 'name 200; website 300',
  },
  acting: ['proposed-vendors.propose'],
}
