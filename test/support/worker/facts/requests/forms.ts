import { categorySettingsFixtures } from '../../fixtures/category-settings.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: categorySettingsFixtures,
  left: {
    'intake.save-category-settings': left('intake-category.settings-saved'),
    'category-templates.use': left('intake-category.created intake-workflow.created'),
    'intake.duplicate-category': left('intake-category.duplicated intake-workflow.created'),
    'intake.save-category-ironclad-workflows': left(),
  },
  leftElse: {
    'intake.duplicate-category includeWorkflow false': left('intake-category.duplicated'),
  },
  limits: {
    'intake.custom-select-options': 'search 200',
    'category-templates.use': 'name 120; limits[] 20; amount 0–1000000000000',
    'intake.duplicate-category': 'name 120',
    'intake.options-for-question': 'search 200; includeIds[] 100',
    'intake.save-category-ironclad-workflows': 'templateIds[] 100; templateIds[] 200',
    'intake.save-category-settings': 'dashboardCustomColumns[] 20; columnName 60; ownerIds[] 50',
    'intake.submission-options-for-question': 'search 200; includeIds[] 100',
  },
}
