import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setActualsStep } from '../../../../schema/platform/accounting/endpoints.ts'
import type { ActualsStep, MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { to, useGo } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountingQuery } from '../../platform/accounting/index.ts'
import { useCan } from '../../platform/session/index.ts'
import classes from './mapping.module.css'
import { useUnmappedCounts } from './mapping-api.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { MAPPING_KINDS } from './mapping-kinds.ts'
import { mappingSearch } from './mapping-search.ts'

type NextStep = Exclude<ActualsStep, 'LOGIN' | 'COMPLETE'>

const stepOf = (kind: MappedKind): NextStep => `${kind}_MAPPING` as NextStep

/** The mappings one after another, as the wizard asks for them. Each step is saved before the next one. */
export const MappingSteps = () => {
  const [{ step = 'DEPARTMENT' }, setSearch] = usePageSearch(mappingSearch)
  const { data: counts } = useUnmappedCounts()
  const can = useCan()
  const go = useGo()
  const { data: accounting } = useQuery(accountingQuery)
  const client = useQueryClient()
  const steps = MAPPING_KINDS.filter(
    ({ kind }) => kind !== 'ENTITY' && (kind !== 'CLASSIFICATION' || can('business-units.use')),
  )
  const at = steps.findIndex(({ kind }) => kind === step)
  const [of, next] = [steps[at] ?? steps[0], steps[at + 1]]
  /** The wizard follows, as long as it isn't over. */
  const move = useCommand<NextStep>({
    run: (reached, { commandId }) => call(setActualsStep, { body: { step: reached }, commandId }),
    onSuccess: () => void client.invalidateQueries({ queryKey: accountingQuery.queryKey }),
  })
  const isOver = accounting?.step === 'COMPLETE' || accounting?.step === 'SYNCING'
  const forward = (): void => {
    if (accounting?.connection?.state === 'CONNECTED' && !isOver) move.send(next ? stepOf(next.kind) : 'SYNCING')
    if (next) setSearch({ step: next.kind, show: undefined, search: undefined, all: undefined }, { replace: false })
    else go.to(to('/budget-tracking/actuals/status'))
  }
  if (!of) return null
  return (
    <>
      <PageHeader title="Actuals - Mappings" subtitle={of.purpose} />
      <ol className={classes.steps} aria-label="Steps">
        {steps.map(({ kind, title, count }, place) => (
          <li key={kind} aria-current={kind === of.kind ? 'step' : undefined}>
            {place + 1}. {kind === of.kind ? <strong>{title}</strong> : title}
            {counts && <span className={classes.count}>{counts[count]} unmapped</span>}
          </li>
        ))}
      </ol>
      <MappingEditor key={of.kind} kind={of.kind} onDone={forward} />
    </>
  )
}
