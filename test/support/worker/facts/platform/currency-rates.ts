import { currencyRateFixtures } from '../../fixtures/currency-rates.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: currencyRateFixtures,
  left: {
    'settings.create-currency-rate': left('currency-rate.created', 'currency-rates.price'),
    'settings.update-currency-rate': left('currency-rate.changed', 'currency-rates.price'),
    'settings.delete-currency-rate': left('currency-rate.deleted', 'currency-rates.price'),
  },
}
