import { Stepper } from '@mantine/core'
import { ACTUALS_STEPS, type ActualsStep } from '../../../../schema/platform/accounting/values.ts'

const LABELS: Record<ActualsStep, string> = {
  LOGIN: 'Login',
  DEPARTMENT_MAPPING: 'Departments',
  LOCATION_MAPPING: 'Locations',
  VENDOR_MAPPING: 'Vendors',
  EXPENSE_ACCOUNT_MAPPING: 'Expense accounts',
  REVENUE_ACCOUNT_MAPPING: 'Revenue accounts',
  CLASSIFICATION_MAPPING: 'Classes',
  SYNCING: 'Syncing',
  COMPLETE: 'Complete',
}

/** Where the wizard is. */
export const StepBar = ({ step }: { step: ActualsStep }) => (
  <Stepper active={ACTUALS_STEPS.indexOf(step)} size="xs" mb="lg" wrap aria-label="Steps" allowNextStepsSelect={false}>
    {ACTUALS_STEPS.map((each) => (
      <Stepper.Step key={each} label={LABELS[each]} />
    ))}
  </Stepper>
)
