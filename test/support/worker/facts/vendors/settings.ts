import { vendorSettingsFixtures } from '../../fixtures/vendor-settings.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: vendorSettingsFixtures,
  left: {
    'settings.save-custom-form-fields': left('vendor-fields.saved'),
    'settings.save-vendor-service-columns': left('vendor-columns.saved'),
  },
  limits: {
    'settings.save-custom-form-fields':
      'vendorFormFields[] 100; label 500; description 5000; documentTypes[] 40; documentTypes[] 80; ordinal 0–; options[] 1000; label 200; conditionAnyOfs[] 50; values[] 200; values[] 500; conditionNumerics[] 50; conditionBooleans[] 50; serviceFormFields[] 100; serviceItemFormFields[] 100',
    'settings.save-vendor-service-columns': 'vendorColumns[] 20; columnName 60; serviceColumns[] 20',
  },
}
