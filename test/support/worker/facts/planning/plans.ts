import { planFixtures } from '../../fixtures/plans.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

const KINDS = {
  'business-units': 'businessUnitIds',
  'expense-categories': 'spendCategoryIds',
  locations: 'locationIds',
  'revenue-categories': 'revenueCategoryIds',
  vendors: 'vendorIds',
}
const ofKinds = <Fact>(factOf: (ids: string) => Fact): Record<string, Fact> =>
  Object.fromEntries(Object.entries(KINDS).map(([kind, ids]) => [`plans.save-item-of-${kind}`, factOf(ids)]))

export const facts: AreaFacts = {
  fixtures: planFixtures,
  left: {
    'plans.create': left('plan.created'),
    'plans.update': left('plan.changed'),
    'plans.delete': left('plan.deleted'),
    'plans.import': left('plan.created plan.imported'),
    'plans.add-expense-entries': left('plan.entries-added'),
    'plans.add-revenue-entries': left('plan.entries-added'),
    'plans.save-items': left('plan.mapped'),
    ...ofKinds(() => left('plan.mapped')),
    'plans.copy-links': left('plan.mapped'),
  },
  limits: {
    'lookups.plan-vendors': 'search 200; by[] 1; dir[] 1',
    'lookups.plan-vendor-select-options': 'search 200; ids[] 100',
    'plans.list': 'search 200; by[] 3; dir[] 3',
    'plans.create': 'name 120; description 2000',
    'plans.update': 'name 120; description 2000',
    'plans.import': 'name 120; description 2000; table 1500000',
    'plans.preview-import': 'table 1500000',
    'plans.add-expense-entries':
      'entries[] 20000; amount -1000000000000–1000000000000; department 200; businessUnit 200; category 200; location 200; vendor 200',
    'plans.add-revenue-entries':
      'entries[] 20000; amount -1000000000000–1000000000000; department 200; businessUnit 200; category 200; location 200; vendor 200',
    'plans.items': 'search 200',
    ...ofKinds((ids) => `name 200; ${ids}[] 50`),
    'plans.save-items': 'changes[] 500; name 200; targetIds[] 50',
    'plans.figures':
      'inDepartmentIds[] 50; inBusinessUnitIds[] 50; inCategoryIds[] 50; inLocationIds[] 50; inVendorIds[] 50',
  },
}
