import { configurationFixtures } from '../../fixtures/configuration.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: configurationFixtures,
  left: {
    'intake.create-workflow': left('intake-workflow.created'),
    'intake.update-workflow': left('intake-workflow.renamed'),
    'intake.save-workflow-levels': left('intake-workflow.saved'),
    'intake.delete-workflow': left('intake-workflow.deleted'),
    'intake.reorder-workflows': left('intake-workflow.reordered'),
    'intake.create-category': left('intake-category.created'),
    'intake.update-category': left('intake-category.updated'),
    'intake.update-categories': left('intake-category.reordered'),
    'intake.delete-category': left('intake-category.deleted'),
    'intake.update-steps': left('intake-form.saved'),
  },
  limits: {
    'intake.backtest-workflow':
      'conditionAnyOfs[] 50; values[] 200; values[] 500; conditionNumerics[] 50; conditionBooleans[] 50; levels[] 50; number 1–; rules[] 50; label 200; ordinal 0–; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; description 5000; stepIds[] 20; url 2000; fields[] 50; emailCopy 5000; documentIds[] 20; intakeCategoryIds[] 10',
    'intake.create-category': 'name 120; description 2000',
    'intake.create-workflow': 'label 120',
    'intake.get-steps': 'formVersion 1–',
    'intake.list-workflow-versions': 'before 1–',
    'intake.reorder-workflows': 'body[] 200',
    'intake.save-workflow-levels':
      'conditionAnyOfs[] 50; values[] 200; values[] 500; conditionNumerics[] 50; conditionBooleans[] 50; levels[] 50; number 1–; rules[] 50; label 200; ordinal 0–; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; description 5000; stepIds[] 20; url 2000; fields[] 50; emailCopy 5000; documentIds[] 20; intakeCategoryIds[] 10',
    'intake.simulate-workflow':
      'conditionAnyOfs[] 50; values[] 200; values[] 500; conditionNumerics[] 50; conditionBooleans[] 50; levels[] 50; number 1–; rules[] 50; label 200; ordinal 0–; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; description 5000; stepIds[] 20; url 2000; fields[] 50; emailCopy 5000; documentIds[] 20; intakeCategoryIds[] 10; answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000',
    'intake.update-categories': 'body[] 500; name 120; description 2000; ordinal 0–10000',
    'intake.update-category': 'name 120; description 2000',
    'intake.update-steps':
      'batch 1–100; totalBatches 1–100; intakeSteps[] 50; label 200; ordinal 0–; questions[] 300; label 500; description 5000; documentTypes[] 40; documentTypes[] 80; options[] 1000; conditionAnyOfs[] 50; values[] 200; values[] 500; conditionNumerics[] 50; conditionBooleans[] 50',
    'intake.update-workflow': 'label 120',
  },
}
