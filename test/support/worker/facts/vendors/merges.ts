import { vendorMergeFixtures } from '../../fixtures/vendor-merges.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: vendorMergeFixtures,
  left: {
    'vendors.merge': left('vendor.took-over vendor.merged', 'vendor-portal.customers vendor.notify'),
    'vendors.undo-merge': left('vendor.gave-back vendor.came-back', 'vendor-portal.customers vendor.notify'),
  },
  limits: {
    'vendors.merge': 'fromVersion 1–',
  },
}
