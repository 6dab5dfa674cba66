import { Stepper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ACTUALS_STEPS, type ActualsStep } from '../../../../schema/platform/accounting/values.ts'
import { useCan } from '../session/index.ts'
import { accountingQuery } from './api.ts'

const LABELS: Record<ActualsStep, string> = {
  LOGIN: 'Login',
  DEPARTMENT_MAPPING: 'Departments',
  LOCATION_MAPPING: 'Locations',
  VENDOR_MAPPING: 'Vendors',
  EXPENSE_ACCOUNT_MAPPING: 'Expense accounts',
  REVENUE_ACCOUNT_MAPPING: 'Revenue accounts',
  CLASSIFICATION_MAPPING: 'Classifications',
  SYNCING: 'Syncing',
  COMPLETE: 'Complete',
}

/** Where the wizard is. */
export const StepBar = ({ step }: { step: ActualsStep }) => {
  const can = useCan()
  const { data } = useQuery(accountingQuery)
  const hasClasses = can('business-units.use') && data?.hasErpClassifications !== false
  const steps = ACTUALS_STEPS.filter((each) => each !== 'CLASSIFICATION_MAPPING' || hasClasses)
  return (
    <Stepper active={steps.indexOf(step)} size="xs" mb="lg" wrap aria-label="Steps" allowNextStepsSelect={false}>
      {steps.map((each) => (
        <Stepper.Step key={each} label={LABELS[each]} />
      ))}
    </Stepper>
  )
}
