import { isAutomatic } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { RULE_TYPES } from '../../../../schema/approvals/workflows/rule-types.ts'

const AUTOMATIC = RULE_TYPES.filter(isAutomatic)
  .map((type) => `'${type}'`)
  .join(', ')

/**
 * SQL of whether someone decided on a subject: `wasDecided` in schema/approvals/engine/restarting, for pages.
 * @param subject the alias of its table
 */
export const decidedSql = (subject: string): string => `(${subject}.status IN ('APPROVED', 'REJECTED') OR EXISTS (
  SELECT 1 FROM level_group_statuses l
   WHERE l.target_id = ${subject}.id AND l.company_id = ${subject}.company_id
     AND (json_array_length(l.block, '$.decisions') > 0 OR json_array_length(l.block, '$.earlierDecisions') > 0
       OR l.block -> 'revoked' IS NOT NULL
       OR (l.block ->> 'status' <> 'PENDING'
         AND (l.block ->> 'approverType' <> 'NO_APPROVERS' OR l.block ->> 'ruleType' IN (${AUTOMATIC}))))))`
