import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import type { RuleSetDraft } from './draft.ts'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'

type Coverage = Pick<RuleSetDraft, 'spendCategoryIds' | 'departmentIds' | 'businessUnitIds'>

interface CoverageFieldsProps {
  draft: Coverage
  errors: Record<string, string>
  onChange: (patch: Partial<Coverage>) => void
}

/** What the rule set is for. */
export const CoverageFields = ({ draft, errors, onChange }: CoverageFieldsProps) => {
  const { enableBusinessUnits } = useCompany()
  const { words } = useRuleSubject()
  return (
    <section className={classes.coverage} aria-label="What it covers">
      <h2>What it covers</h2>
      <p className={classes.hint}>{words.covers}</p>
      <AsyncOptionSelect
        id="coverage-categories"
        multiple
        kind="spend-category"
        label="Spend categories"
        placeholder={draft.spendCategoryIds.length > 0 ? '' : 'All spend categories'}
        value={draft.spendCategoryIds}
        error={errors.spendCategoryIds}
        onChange={(spendCategoryIds) => onChange({ spendCategoryIds })}
      />
      <AsyncOptionSelect
        multiple
        kind="department"
        label="Departments"
        placeholder={draft.departmentIds.length > 0 ? '' : 'All departments'}
        value={draft.departmentIds}
        error={errors.departmentIds}
        onChange={(departmentIds) => onChange({ departmentIds })}
      />
      {(enableBusinessUnits || draft.businessUnitIds.length > 0) && (
        <AsyncOptionSelect
          multiple
          kind="business-unit"
          label="Business units"
          placeholder={draft.businessUnitIds.length > 0 ? '' : 'All business units'}
          value={draft.businessUnitIds}
          error={errors.businessUnitIds}
          onChange={(businessUnitIds) => onChange({ businessUnitIds })}
        />
      )}
    </section>
  )
}
