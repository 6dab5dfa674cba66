import { approverMatrixFixtures } from '../../fixtures/approver-matrix.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: approverMatrixFixtures,
  left: {
    'approver-matrix.create': left('approver-matrix.created'),
    'approver-matrix.rename': left('approver-matrix.renamed'),
    'approver-matrix.delete': left('approver-matrix.deleted'),
    'approver-matrix.save-logic': left('approver-matrix.saved'),
  },
  limits: {
    'approver-matrix.backtest':
      'rows[] 1000; conditionColumns[] 4; ordinal 0–; cells[] 1000; ordinal 0–999; values[] 50; approverColumns[] 10; name 80; users[] 50',
    'approver-matrix.create': 'name 120',
    'approver-matrix.rename': 'name 120',
    'approver-matrix.resolve-names':
      'DEPARTMENT[] 2000; DEPARTMENT[] 254; ENTITY[] 2000; ENTITY[] 254; BUSINESS_UNIT[] 2000; BUSINESS_UNIT[] 254; CATEGORY[] 2000; CATEGORY[] 254; users[] 2000; users[] 254',
    'approver-matrix.save-logic':
      'rows[] 1000; conditionColumns[] 4; ordinal 0–; cells[] 1000; ordinal 0–999; values[] 50; approverColumns[] 10; name 80; users[] 50',
  },
}
