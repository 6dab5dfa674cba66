import { Alert } from '@mantine/core'
import { CHECK_RULE_WORDS } from '../../../../schema/money/checks/values.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useCan } from '../../platform/session/index.ts'
import { useFindingsOfBill } from './api.ts'
import classes from './checks.module.css'
import { findingHref } from './words.ts'

/** On the pages of a bill and of its payment: what checks found, for people who work with payments. */
export const BillChecks = ({ billId }: { billId: string }) => {
  const can = useCan()
  const { data } = useFindingsOfBill(billId, can('payments.use'))
  const open = data?.findings.filter(({ state }) => state !== 'RELEASED') ?? []
  if (!data || open.length === 0) return null
  return (
    <Alert
      color={data.isHeld ? 'red' : 'yellow'}
      title={data.isHeld ? 'Checks hold this bill’s payment' : 'Checks found something'}
      mb="md"
    >
      {open.map(({ id, rule, why, state }) => (
        <div key={id}>
          <AppLink className={classes.link ?? ''} href={findingHref(id)}>
            {CHECK_RULE_WORDS[rule]}
          </AppLink>
          {state === 'REJECTED' ? ' (rejected)' : ''}: {why}
        </div>
      ))}
      {data.isHeld && <p className={classes.next}>Someone who didn’t enter it has to release what was found.</p>}
    </Alert>
  )
}
