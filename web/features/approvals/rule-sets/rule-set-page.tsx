import { z } from 'zod'
import { usePageSearch } from '../../../lib/search-params.ts'
import { RESULT_PANELS } from '../workflows/index.ts'
import { RuleSetBuilder } from './rule-set-builder.tsx'
import { RuleSetFrame } from './rule-set-frame.tsx'

const search = z.object({ panel: z.enum(RESULT_PANELS).optional().catch(undefined) })

/** Settings › Spend requests › Spend rules › one rule set: its rules. */
export const RuleSetPage = ({ id }: { id: string }) => {
  const [{ panel }, setSearch] = usePageSearch(search)
  return (
    <RuleSetFrame id={id} tab="rules" tabTitle={(name) => `Spend rules - ${name}`}>
      {(ruleSet) => (
        <RuleSetBuilder
          key={id}
          ruleSet={ruleSet}
          panel={panel ?? 'picture'}
          onPanel={(next) => setSearch({ panel: next === 'picture' ? undefined : next })}
        />
      )}
    </RuleSetFrame>
  )
}
