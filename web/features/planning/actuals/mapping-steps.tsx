import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setActualsStep } from '../../../../schema/platform/accounting/endpoints.ts'
import type { ActualsStep, MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { to, useGo } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { call } from '../../../lib/rest.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountingQuery, useSync } from '../../platform/accounting/index.ts'
import classes from './mapping.module.css'
import { useUnmappedCounts } from './mapping-api.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { mappingSearch } from './mapping-search.ts'
import { useMappingKinds } from './use-mapping-kinds.ts'

type NextStep = Exclude<ActualsStep, 'LOGIN' | 'COMPLETE'>

const stepOf = (kind: MappedKind): NextStep => `${kind}_MAPPING` as NextStep

/** The mappings one after another, as the wizard asks for them. Each step is saved before the next one. */
export const MappingSteps = () => {
  const [{ step: asked }, setSearch] = usePageSearch(mappingSearch)
  const { data: counts } = useUnmappedCounts()
  const go = useGo()
  const { data: accounting } = useQuery(accountingQuery)
  const { isSyncing } = useSync()
  const client = useQueryClient()
  const steps = useMappingKinds().filter(({ kind }) => kind !== 'ENTITY')
  // Without a step in the address, the one that the wizard waits for.
  const at = Math.max(
    0,
    steps.findIndex(({ kind }) => (asked ? kind === asked : stepOf(kind) === accounting?.step)),
  )
  const [of, next] = [steps[at], steps[at + 1]]
  /** The wizard follows, as long as it isn't over. */
  const move = useCommand<NextStep>({
    run: (reached, { commandId }) => call(setActualsStep, { body: { step: reached }, commandId }),
    onSuccess: () => void client.invalidateQueries({ queryKey: accountingQuery.queryKey }),
  })
  const isOver = accounting?.step === 'COMPLETE' || accounting?.step === 'SYNCING'
  const forward = (): void => {
    if (accounting?.connection?.state === 'CONNECTED' && !isOver) move.send(next ? stepOf(next.kind) : 'SYNCING')
    if (next) setSearch({ step: next.kind, show: undefined, search: undefined, all: undefined }, { replace: false })
    // All is saved, which the editor notices a moment later.
    else go.to(to('/budget-tracking/actuals/status'), { unasked: true })
  }
  if (!of || (!asked && !accounting)) return null
  return (
    <>
      <PageHeader
        title="Actuals - Mappings"
        subtitle={of.purpose}
        breadcrumbs={[{ label: 'Actuals', href: to('/budget-tracking/actuals') }]}
      />
      {isSyncing && (
        <Alert mb="md">
          Your books are still being read. More rows and the amounts appear when that ends, and you can map already.
        </Alert>
      )}
      <ol className={classes.steps} aria-label="Steps">
        {steps.map(({ kind, title, count }, place) => (
          <li key={kind} aria-current={kind === of.kind ? 'step' : undefined}>
            {place + 1}.{' '}
            {kind === of.kind ? (
              <strong>{title}</strong>
            ) : (
              <AppLink className="ol-link" href={to('/budget-tracking/actuals/mappings', {}, { step: kind })}>
                {title}
              </AppLink>
            )}
            {counts && <span className={classes.count}>{formatNumber(counts[count])} unmapped</span>}
          </li>
        ))}
      </ol>
      <MappingEditor key={of.kind} kind={of.kind} onDone={forward} />
    </>
  )
}
