import { ruleSetFixtures } from '../../fixtures/rule-sets.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: ruleSetFixtures,
  left: {
    'spend-rules.create': left('spend-rule-set.created'),
    'spend-rules.rename': left('spend-rule-set.saved'),
    'spend-rules.save': left('spend-rule-set.saved'),
    'spend-rules.update': left('spend-rule-set.saved'),
    'spend-rules.save-levels': left('spend-rule-set.saved'),
    'spend-rules.save-custom-fields': left('spend-rule-set.saved'),
    'spend-rules.delete': left('spend-rule-set.deleted'),
  },
  limits: {
    'spend-rules.create': 'name 200',
    'spend-rules.rename': 'name 200',
    'spend-rules.save':
      'spendCategoryIds[] 500; businessUnitIds[] 500; departmentIds[] 500; customFields[] 50; label 2000; ordinal 0–; options[] 200; label 200; levels[] 20; number 1–; costRules[] 50; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; min 0–; contractLengthRules[] 50; newVendorRules[] 50; noConditionRules[] 50; customFieldRules[] 50',
    'spend-rules.update': 'spendCategoryIds[] 500; businessUnitIds[] 500; departmentIds[] 500; name 200',
    'spend-rules.save-levels':
      'levels[] 20; number 1–; costRules[] 50; label 200; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; min 0–; contractLengthRules[] 50; newVendorRules[] 50; noConditionRules[] 50; customFieldRules[] 50',
    'spend-rules.save-custom-fields': 'customFields[] 50; label 2000; ordinal 0–; options[] 200; label 200',
    'spend-rules.simulate':
      'lines[] 50; * 5000; *[] 200; spendCategoryIds[] 500; businessUnitIds[] 500; departmentIds[] 500; customFields[] 50; label 2000; ordinal 0–; options[] 200; label 200; levels[] 20; number 1–; costRules[] 50; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; min 0–; contractLengthRules[] 50; newVendorRules[] 50; noConditionRules[] 50; customFieldRules[] 50',
    'spend-rules.backtest':
      'spendCategoryIds[] 500; businessUnitIds[] 500; departmentIds[] 500; customFields[] 50; label 2000; ordinal 0–; options[] 200; label 200; levels[] 20; number 1–; costRules[] 50; approverGroupIds[] 100; approverUserIds[] 100; watcherGroupIds[] 100; watcherUserIds[] 100; count 1–100; min 0–; contractLengthRules[] 50; newVendorRules[] 50; noConditionRules[] 50; customFieldRules[] 50',
    'spend-rules.list-versions': 'before 1–',
    'spend-rules.custom-fields': 'spendCategoryIds[] 500; departmentIds[] 500; businessUnitIds[] 500',
  },
}
