import { CustomFieldsBuilder } from './custom-fields-builder.tsx'
import { RuleSetFrame } from './rule-set-frame.tsx'

/** Settings › Spend requests › Spend rules › one rule set: its custom fields. */
export const CustomFieldsPage = ({ id }: { id: string }) => (
  <RuleSetFrame id={id} tab="custom-fields" tabTitle={() => 'Spend rules - Custom fields'}>
    {(ruleSet) => <CustomFieldsBuilder key={id} ruleSet={ruleSet} />}
  </RuleSetFrame>
)
